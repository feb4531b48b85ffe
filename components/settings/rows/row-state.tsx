import { cn } from "@/components/ui/cn";
import { changeOf, modifiedText, overtakenText, type Part, saysChange, unsavedText } from "./setting-words";

interface RowStateProps {
  id: string;
  parts: readonly Part[];
}

/** Shows the difference from the file or from the default, with a button that undoes it. */
export function RowStateLine({ id, parts }: RowStateProps) {
  if (!saysChange(parts)) return null;
  const isUnsaved = changeOf(parts) === "unsaved";
  const editable = parts.filter(({ setting }) => !setting.disabled);
  const overtaken = overtakenText(parts);
  const affected = editable.filter(({ setting }) => (isUnsaved ? setting.isChanged : setting.canReset));
  return (
    <div className="flex flex-wrap items-center gap-x-3 text-xs text-muted-foreground">
      {overtaken === undefined ? null : (
        <p role="status" className="w-full font-medium text-warning-text">
          {overtaken}
        </p>
      )}
      <p id={id} className={cn("min-w-0 wrap-anywhere", isUnsaved && "text-warning-text")}>
        {isUnsaved ? unsavedText(parts) : modifiedText(parts)}
      </p>
      {affected.length > 0 ? (
        <button
          type="button"
          aria-label={`${isUnsaved ? "Undo edit of" : "Use default for"} ${namesOf(affected)}`}
          className="rounded-sm font-medium text-accent-text hover:underline max-sm:min-h-11"
          onClick={() => affected.forEach(({ setting }) => (isUnsaved ? setting.revert() : setting.reset()))}
        >
          {isUnsaved ? "Undo edit" : "Use default"}
        </button>
      ) : null}
    </div>
  );
}

/** The labels of the row's settings, joined for a button's accessible name. */
export const namesOf = (parts: readonly Part[]): string =>
  parts.map(({ field }) => field.label).join(" and ");
