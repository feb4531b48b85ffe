import { Button } from "@/components/ui/button";
import { ErrorState } from "@/components/ui/error-state";
import { tellFailure } from "./tell-failure";

/** Shown instead of what the instance did not tell. */
export function LoadFailure({
  title,
  error,
  isBusy,
  onRetry,
}: {
  title: string;
  error: unknown;
  isBusy: boolean;
  onRetry: () => void;
}) {
  return (
    <ErrorState
      title={title}
      unchanged="Nothing was changed."
      advice={tellFailure(error)}
      actions={
        <Button busy={isBusy} onClick={onRetry}>
          Load again
        </Button>
      }
    />
  );
}
