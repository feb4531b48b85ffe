"use client";

import { ErrorState } from "@/components/ui/error-state";
import { Button } from "@/components/ui/button";

export default function PanelError({
  error,
  reset,
}: {
  error: Error & { digest?: string };
  reset: () => void;
}) {
  return (
    <ErrorState
      title="This page could not be shown"
      unchanged="Nothing was changed by it. Changes that you have not saved are kept in this tab."
      advice="Try again. When it happens again, the server's log has the cause under the number below."
      details={error.digest ? `Error ${error.digest}` : error.message}
      actions={
        <Button variant="primary" onClick={reset}>
          Try again
        </Button>
      }
    />
  );
}
