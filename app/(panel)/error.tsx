"use client";

import { ErrorState } from "@/components/ui/error-state";
import { Button } from "@/components/ui/button";
import { notLoadedTitle } from "@/components/ui/keep-loading";

export default function PanelError({
  error,
  reset,
}: {
  error: Error & { digest?: string };
  reset: () => void;
}) {
  if (error.name === "ChunkLoadError")
    return (
      <ErrorState
        title={notLoadedTitle}
        unchanged="Nothing was changed. Your unsaved changes are still in this tab."
        advice="Check your connection, then reload the page."
        actions={
          <Button variant="primary" onClick={() => window.location.reload()}>
            Reload page
          </Button>
        }
      />
    );
  return (
    <ErrorState
      title="This page could not be shown"
      unchanged="Nothing was changed. Your unsaved changes are still in this tab."
      advice="Try again. If the error returns, search the panel's log for the number below."
      details={error.digest ? `Error ${error.digest}` : error.message}
      actions={
        <Button variant="primary" onClick={reset}>
          Try again
        </Button>
      }
    />
  );
}
