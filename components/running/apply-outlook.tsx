import { Skeleton } from "@/components/ui/loading";
import type { ApplyPreview } from "@/lib/shared/contract/running";
import { ignoredParts } from "@/lib/shared/contract/values";
import { partWords } from "./check-words";
import { PreflightLine, PreflightList } from "./preflight-list";

interface ApplyOutlookProps {
  preview: ApplyPreview | undefined;
  failure: string | undefined;
}

export function ApplyOutlook({ preview, failure }: ApplyOutlookProps) {
  if (failure !== undefined)
    return <p className="text-muted-foreground">The checks before the apply failed: {failure}</p>;
  if (!preview)
    return (
      <div className="flex flex-col gap-2" aria-busy="true">
        <p role="status" className="text-muted-foreground">
          Checking the file, the addresses in it, and the instance…
        </p>
        <Skeleton className="h-5 w-4/5" />
        <Skeleton className="h-5 w-3/5" />
      </div>
    );
  const { baseline, preflight } = preview;
  return (
    <PreflightList preflight={preflight}>
      {baseline.some(({ name, isUp }) => name === "api" && !isUp) ? (
        <PreflightLine level="amber">
          The instance is not responding. The panel will wait until it does.
        </PreflightLine>
      ) : null}
      {ignoredParts(baseline).map(({ name }) => (
        <PreflightLine key={name} level="none">
          {partWords(name)} is already down, so this apply ignores it.
        </PreflightLine>
      ))}
    </PreflightList>
  );
}
