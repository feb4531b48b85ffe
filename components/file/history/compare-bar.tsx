import { Link } from "@/components/ui/link";
import { Button, buttonVariants } from "@/components/ui/button";

interface CompareBarProps {
  /** Ids of the selected versions, at most two. */
  chosen: readonly number[];
  onClear: () => void;
}

/** URL of the page that compares two versions, with the older version first. */
export const comparison = (one: number, other: number): string =>
  `/settings/history/compare?from=${Math.min(one, other)}&to=${Math.max(one, other)}`;

export function CompareBar({ chosen, onClear }: CompareBarProps) {
  const [one, other] = chosen;
  return (
    <div className="flex min-h-8 flex-wrap items-center gap-2 text-sm max-sm:min-h-11">
      <span role="status" className="text-muted-foreground">
        {one === undefined
          ? "Select two versions to compare"
          : other === undefined
            ? `Version ${one} selected. Select another one.`
            : ""}
      </span>
      {one !== undefined && other !== undefined ? (
        <Link href={comparison(one, other)} className={buttonVariants({ variant: "primary", size: "sm" })}>
          Compare versions {Math.min(one, other)} and {Math.max(one, other)}
        </Link>
      ) : null}
      {one === undefined ? null : (
        <Button size="sm" variant="ghost" onClick={onClear}>
          Clear
        </Button>
      )}
    </div>
  );
}
