"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { configQuery } from "@/components/settings/queries/config";
import { useSavedToast } from "@/components/settings/review/use-saved-toast";
import { useConfigDocument } from "@/components/settings/store/config-form";
import { useRefusal, useWholeRefusal } from "@/components/settings/store/use-setting";
import { countOf } from "@/components/settings/store/words";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { Card, CardContent } from "@/components/ui/card";
import { Checkbox } from "@/components/ui/checkbox";
import type { RevisionDetail, SettingChange } from "@/lib/shared/contract/history";
import { ConfirmRequest } from "../confirm-request";
import { restoreRevision } from "../queries/history";
import { ChangeList } from "./change-list";

/**
 * Restores a whole version. If the current file is usable, can also restore only some of the version's
 * settings.
 */
export function RestoreCard({ revision }: { revision: RevisionDetail }) {
  const { id, restores, moreRestores: more = 0 } = revision;
  const { etag, file } = useConfigDocument();
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [confirming, setConfirming] = useState<readonly SettingChange[] | "whole" | null>(null);
  const isPresent = revision.etag === etag;
  const disabled = file.readOnly !== null;
  const refusalOf = useRefusal();
  const whole = useWholeRefusal();
  const isWholeRefused =
    whole !== null && (more > 0 || disabled || restores.some(({ path }) => refusalOf(path) !== null));
  const chosenChanges = restores.filter(({ path, known }) => known && chosen.includes(path));
  const choose = (path: string, isChosen: boolean) =>
    setChosen(isChosen ? [...chosen, path] : chosen.filter((one) => one !== path));
  const hasOther = !isPresent && restores.length > 0;
  const isUsable = file.state === "usable";
  const compared = isUsable ? "The file" : "The last readable version of the file";
  return (
    <Card
      title="Restore"
      description={
        <>
          {isPresent
            ? "The file already has this version."
            : hasOther
              ? `${compared} and this version have ${countOf(restores.length + more, "different value")}.`
              : `${compared} has every value of this version.${isUsable ? " Only the layout differs." : ""}`}
          {isWholeRefused && !isPresent ? ` ${whole}` : null}
        </>
      }
      action={
        isPresent ? null : (
          <Button disabled={isWholeRefused} onClick={() => setConfirming("whole")}>
            Restore version {id}
          </Button>
        )
      }
    >
      {hasOther ? (
        <CardContent inset="tight">
          <details>
            <summary className="my-3 rounded-sm font-medium text-accent-text">
              Choose settings to restore
            </summary>
            <p className="text-sm text-muted-foreground">
              The values in the file and in this version. To restore unrecognized keys, restore the whole
              version.
            </p>
            <ChangeList
              changes={restores}
              more={more}
              isAhead
              label="Differences from the file"
              lead={({ path, known }, labelId) => (
                <Checkbox
                  aria-labelledby={labelId}
                  className="mt-0.5"
                  disabled={disabled || !isUsable || !known || refusalOf(path) !== null}
                  checked={chosen.includes(path)}
                  onCheckedChange={(value) => choose(path, value === true)}
                />
              )}
            />
            <div className="flex justify-end py-3">
              <Button
                disabled={disabled || chosenChanges.length === 0}
                onClick={() => setConfirming(chosenChanges)}
              >
                {chosenChanges.length === 0
                  ? "Restore chosen settings"
                  : `Restore ${countOf(chosenChanges.length, "setting")}`}
              </Button>
            </div>
          </details>
        </CardContent>
      ) : null}
      {confirming === null ? null : (
        <RestoreDialog
          revision={revision}
          changes={confirming === "whole" ? restores : confirming}
          isPartial={confirming !== "whole"}
          onClose={() => setConfirming(null)}
        />
      )}
    </Card>
  );
}

interface RestoreDialogProps {
  revision: RevisionDetail;
  changes: readonly SettingChange[];
  /** If true, restores only the settings in `changes`, not the whole version. */
  isPartial: boolean;
  onClose: () => void;
}

function RestoreDialog({ revision, changes, isPartial, onClose }: RestoreDialogProps) {
  const { id, contradictions } = revision;
  const { etag, file } = useConfigDocument();
  const client = useQueryClient();
  const router = useRouter();
  const showSavedToast = useSavedToast();
  const restoredWords = isPartial ? countOf(changes.length, "setting") : `version ${id}`;
  const paths = isPartial ? changes.map(({ path }) => path) : undefined;
  return (
    <ConfirmRequest
      title={isPartial ? `Restore ${restoredWords} from version ${id}?` : `Restore ${restoredWords}?`}
      description={isPartial ? "Nothing else in the file changes." : wholeText(id, changes, file.state)}
      confirmLabel={`Restore ${restoredWords}`}
      tone="neutral"
      // Captures the file's version before the restore, to which "Undo" returns. When the response arrives,
      // the page may already have a newer version.
      request={async () => ({
        before: { etag, file },
        after: await restoreRevision(id, etag, paths),
      })}
      failed="Nothing was restored"
      onDone={({ before, after }) => {
        client.setQueryData(configQuery().queryKey, after);
        const words = isPartial ? `${restoredWords} restored` : `Version ${id} restored`;
        showSavedToast({ words, before, after });
        router.push("/settings/history");
      }}
      onClose={onClose}
    >
      {changes.length > 0 ? <ChangeList changes={changes} isAhead label="Changes in the file" /> : null}
      {contradictions.length > 0 && !isPartial ? (
        <Callout tone="warning" title="Restoring causes these problems">
          <ul className="list-inside list-disc">
            {contradictions.map((message) => (
              <li key={message}>{message}</li>
            ))}
          </ul>
        </Callout>
      ) : null}
    </ConfirmRequest>
  );
}

function wholeText(id: number, changes: readonly SettingChange[], state: string): string {
  if (state !== "usable")
    return `The current file is not valid. Version ${id} replaces it, byte for byte.${changes.length > 0 ? " Compared with the last readable version, these values change:" : ""}`;
  const count =
    changes.length === 0 ? "only its layout changes" : `${countOf(changes.length, "setting")} change`;
  return `The file returns to version ${id}, byte for byte: ${count}. Later changes are undone and stay in the history.`;
}
