"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useSaveTools } from "@/components/settings/review/use-saved-toast";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { lazyComponent } from "@/components/ui/lazy-component";
import { toast } from "@/components/ui/toaster";
import type { FileFix } from "@/lib/shared/contract/config-snapshot";
import { closeConfigFile } from "@/components/file/queries/config";

const ConfirmDialog = lazyComponent(() =>
  import("@/components/ui/alert-dialog").then((module) => module.ConfirmDialog),
);

/** Fixes the file's permissions, after a warning about what that may break. */
export function FileFixButton({ fix }: { fix: FileFix }) {
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
