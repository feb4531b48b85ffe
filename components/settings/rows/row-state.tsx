import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { changeOf, modifiedText, type Part, saysChange, unsavedText } from "./setting-words";

interface RowStateProps {
  id: string;
  parts: readonly Part[];
}

const link =
  "h-auto border-0 px-0 text-accent-text underline-offset-2 not-disabled:hover:bg-transparent hover:underline";

/** What differs from the default or from the file, with the ways back. Renders nothing for a row that is as usual. */
export function RowStateLine({ id, parts }: RowStateProps) {
  const change = changeOf(parts);
  if (!saysChange(parts)) return null;
  const isSecret = parts.some(({ field }) => field.kind === "secret");
  const editable = parts.filter(({ setting }) => !setting.disabled);
  const edited = editable.filter(({ setting }) => setting.isChanged);
  const resettable = isSecret ? [] : editable.filter(({ setting }) => setting.canReset);
  const names = (of: readonly Part[]) => of.map(({ field }) => field.path).join(" and ");
  return (
    <div className="flex flex-wrap items-center gap-x-3 text-xs text-muted-foreground">
      <p id={id} className={cn("min-w-0 wrap-anywhere", change === "unsaved" && "text-warning-text")}>
        {change === "unsaved" ? unsavedText(parts) : modifiedText(parts)}
      </p>
      {edited.length > 0 ? (
        <Button
          variant="quiet"
          size="xs"
          className={link}
          aria-label={`Undo edit of ${names(edited)}`}
          onClick={() => edited.forEach(({ setting }) => setting.revert())}
        >
          Undo edit
        </Button>
      ) : null}
      {resettable.length > 0 ? (
        <Button
          variant="quiet"
          size="xs"
          className={link}
          aria-label={`Use default for ${names(resettable)}`}
          onClick={() => resettable.forEach(({ setting }) => setting.reset())}
        >
          Use default
        </Button>
      ) : null}
    </div>
  );
}
