"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { closeConfigFile } from "@/components/file/queries/config";
import { useSaveTools } from "@/components/settings/review/use-saved-toast";
import { useFix } from "@/components/settings/rows/use-fix";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { lazyComponent } from "@/components/ui/lazy-component";
import { toast } from "@/components/ui/toaster";
import type { FileFix, Fix } from "@/lib/shared/contract/config-snapshot";

const ConfirmDialog = lazyComponent(() =>
  import("@/components/ui/alert-dialog").then((module) => module.ConfirmDialog),
);

interface FixButtonProps {
  /** The fix of the problem. If undefined, nothing is rendered. */
  fix: Fix | undefined;
  /** Label of the setting with the problem. */
  of?: string;
}

export function FixButton({ fix, of }: FixButtonProps) {
  const { apply, isBusy, disabled } = useFix();
  if (fix === undefined) return null;
  if ("action" in fix) return <FileFixButton fix={fix} />;
  return (
    <Button
      size="sm"
      className="max-w-full shrink-0"
      disabled={disabled}
      busy={isBusy}
      aria-label={of === undefined ? undefined : `${fix.label}: ${of}`}
      onClick={() => void apply(fix)}
    >
      <span className="truncate">{fix.label}</span>
    </Button>
  );
}

/** Fixes the file's permissions. Before that, warns about other programs that may need the current permissions. */
function FileFixButton({ fix }: { fix: FileFix }) {
  const { receive } = useSaveTools();
  const [isAsking, setAsking] = useState(false);
  const close = useMutation({
    mutationFn: closeConfigFile,
    onSuccess: (document) => {
      receive(document);
      toast.success("Other users can no longer access the file");
    },
  });
  return (
    <>
      <Button size="sm" className="max-w-full shrink-0" onClick={() => setAsking(true)}>
        {fix.label}
      </Button>
      {isAsking ? (
        <ConfirmDialog
          open
          onOpenChange={setAsking}
          title="Remove other users' access to the file?"
          description={fix.consequence}
          confirmLabel={fix.label}
          tone="neutral"
          busy={close.isPending}
          onConfirm={() => close.mutateAsync().catch(() => undefined)}
        >
          {close.error ? (
            <Callout tone="danger" role="alert" title="Nothing was changed">
              {close.error.message}
            </Callout>
          ) : null}
        </ConfirmDialog>
      ) : null}
    </>
  );
}
