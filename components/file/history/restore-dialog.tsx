"use client";

import { countOf } from "@/components/settings/store/words";
import { useConfigDocument } from "@/components/settings/store/config-form";
import { ConfirmDialog } from "@/components/ui/dialog";
import { Callout } from "@/components/ui/callout";
import type { SettingChange } from "@/lib/shared/contract/history";
import { ChangeList } from "./change-list";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { configQuery } from "@/components/settings/queries/config";
import { useSavedToast } from "@/components/settings/review/use-saved-toast";
import type { ConfigSnapshot } from "@/lib/shared/contract/config-snapshot";
import { restoreRevision } from "../queries/history";

interface RestoreDialogProps {
  id: number;
  /** The changes that the restore makes to the current file. */
  changes: readonly SettingChange[];
  /** If true, only the settings of `changes` are restored instead of the whole version. */
  isPartial: boolean;
  /** Messages about settings that would contradict each other if the whole version is restored. */
  contradictions: readonly string[];
  onClose: () => void;
}

export function RestoreDialog({ id, changes, isPartial, contradictions, onClose }: RestoreDialogProps) {
  const document = useConfigDocument();
  const { etag, file } = document;
  const restore = useRestore(document);
  const what = isPartial ? countOf(changes.length, "setting") : `version ${id}`;
  return (
    <ConfirmDialog
      open
      onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}
      title={isPartial ? `Restore ${what} from version ${id}?` : `Restore ${what}?`}
      description={isPartial ? "Nothing else in the file changes." : wholeText(id, changes, file.state)}
      confirmLabel={`Restore ${what}`}
      tone="neutral"
      busy={restore.isPending}
      onConfirm={async () => {
        const paths = isPartial ? changes.map(({ path }) => path) : undefined;
        await restore.mutateAsync({ id, etag, paths }).then(onClose, () => undefined);
      }}
    >
      {changes.length > 0 && file.state === "usable" ? (
        <ChangeList changes={changes} label="Changes in the file" />
      ) : null}
      {contradictions.length > 0 && !isPartial ? (
        <Callout tone="warning" title="Restoring causes these problems">
          <ul className="list-inside list-disc">
            {contradictions.map((message) => (
              <li key={message}>{message}</li>
            ))}
          </ul>
        </Callout>
      ) : null}
      {restore.error ? (
        <Callout tone="danger" role="alert" title="Nothing was restored">
          {restore.error.message}
        </Callout>
      ) : null}
    </ConfirmDialog>
  );
}

function wholeText(id: number, changes: readonly SettingChange[], state: string): string {
  if (state !== "usable") return `The current file is not valid. Version ${id} replaces it, byte for byte.`;
  const count =
    changes.length === 0 ? "only its layout changes" : `${countOf(changes.length, "setting")} change`;
  return `The file returns to version ${id}, byte for byte: ${count}. Later changes are undone and stay in the history.`;
}

/** Restores the version or some of its settings, then navigates to the history. */
function useRestore({ file }: ConfigSnapshot) {
  const client = useQueryClient();
  const router = useRouter();
  const showSavedToast = useSavedToast();
  return useMutation({
    mutationFn: restoreRevision,
    onSuccess: (after, { id, paths, etag }) => {
      client.setQueryData(configQuery().queryKey, after);
      const words = paths ? `${countOf(paths.length, "setting")} restored` : `Version ${id} restored`;
      showSavedToast({ words, before: { etag, file }, after });
      router.push("/settings/history");
    },
    // Refetches after a refusal too, because the refusal may mean that the dialog's data is out of date.
    onSettled: () => client.invalidateQueries({ queryKey: configQuery().queryKey }),
  });
}
