import { ErrorState } from "@/components/ui/error-state";
import { Skeleton } from "@/components/ui/skeleton";
import { wordsOf } from "./account/failure";

/** In the place of what an instance is asked for by its id, until it has answered, and where it refused. */
export function LookUp({ what, error }: { what: string; error: Error | null }) {
  const words = wordsOf(error);
  if (words !== undefined)
    return (
      <ErrorState
        title={`This ${what} could not be loaded`}
        unchanged="Nothing was changed."
        advice={words}
      />
    );
  return (
    <div role="status" aria-label={`Loading the ${what}`} className="grid gap-4 xl:grid-cols-[2fr_1fr]">
      <Skeleton className="h-64" />
      <Skeleton className="h-40" />
    </div>
  );
}
