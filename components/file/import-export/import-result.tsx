import type { ReactNode } from "react";
import { countOf } from "@/components/settings/store/operations";
import { ChangeList } from "../history/change-list";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import type { Problem } from "@/lib/shared/contract/config-snapshot";
import type { ImportPreview } from "@/lib/shared/contract/history";

interface ImportResultProps {
  preview: ImportPreview;
  disabled: boolean;
  isBusy: boolean;
  onApply: () => void;
  /** Puts the changes into the form, unsaved. */
  onTakeOver: () => void;
}

/** What importing would change, or why it cannot be done. */
export function ImportResult({ preview, disabled, isBusy, onApply, onTakeOver }: ImportResultProps) {
  const { operations, problems, contradictions, changes, ignored } = preview;
  const isRefused = problems.some(({ severity }) => severity === "error");
  const count = countOf(operations.length, "change");
  return (
    <section
      aria-label="Result of the comparison"
      aria-live="polite"
      className="mt-6 flex flex-col gap-4 border-t pt-6"
    >
      {isRefused ? (
        <Callout tone="danger" title="This cannot be imported as it is">
          <ul className="list-inside list-disc">
            {problems.map(({ path, line, column, message }) => (
              <li key={`${path}${line}${column}${message}`} className="wrap-anywhere">
                {line === undefined ? (path ? `${path}: ` : "") : `Line ${line}, column ${column ?? 1}: `}
                {message}
              </li>
            ))}
          </ul>
        </Callout>
      ) : null}
      {ignored.length === 0 ? null : (
        <Callout tone="neutral" title={`${countOf(ignored.length, "key")} not imported`}>
          <p>
            These are no settings: <code className="text-xs break-all">{ignored.join(", ")}</code>. Add them
            to the raw JSON by hand if something reads them.
          </p>
        </Callout>
      )}
      {isRefused ? null : operations.length === 0 ? (
        <p className="text-muted-foreground">Every setting in it has this value in the file already.</p>
      ) : (
        <>
          <ChangeList changes={changes} label="Changes by the import" />
          {contradictions.length > 0 ? (
            <Incomplete
              contradictions={contradictions}
              action={
                <Button variant="primary" disabled={disabled} onClick={onTakeOver}>
                  Take {count} over unsaved
                </Button>
              }
            />
          ) : (
            <div>
              <Button variant="primary" disabled={disabled} busy={isBusy} onClick={onApply}>
                Import {count}
              </Button>
            </div>
          )}
        </>
      )}
    </section>
  );
}

interface IncompleteProps {
  contradictions: readonly Problem[];
  action: ReactNode;
}

/** An import that would leave the file invalid, often because it was exported without its secrets. */
function Incomplete({ contradictions, action }: IncompleteProps) {
  return (
    <>
      <Callout tone="warning" title="By itself this would not fit together">
        <ul className="list-inside list-disc">
          {contradictions.map(({ rule, path, message }) => (
            <li key={`${rule}${path}`}>{message}</li>
          ))}
        </ul>
        <p className="mt-2">
          Take the changes over into the form, complete them at the settings, and save everything at once.
        </p>
      </Callout>
      <div>{action}</div>
    </>
  );
}
