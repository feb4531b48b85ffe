"use client";

import { useState } from "react";
import { countOf } from "@/components/settings/store/words";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import type { Operation, Problem } from "@/lib/shared/contract/config-snapshot";
import type { ImportPreview } from "@/lib/shared/contract/config";
import { ImportChoice } from "./import-choice";

interface ImportResultProps {
  preview: ImportPreview;
  disabled: boolean;
  isBusy: boolean;
  onApply: (operations: Operation[]) => void;
  /** Called to add the changes to the form as unsaved changes. */
  onTakeOver: (operations: Operation[]) => void;
}

/** Lists the changes that an import would make, or explains why the text cannot be imported. */
export function ImportResult({ preview, disabled, isBusy, onApply, onTakeOver }: ImportResultProps) {
  const { operations, problems, contradictions, changes, ignored } = preview;
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const isRefused = problems.some(({ severity }) => severity === "error");
  const chosen = operations.filter(({ path }) => !left.has(path));
  const count = countOf(chosen.length, "change");
  // The contradictions are known only for the whole import. If the operator excludes a change, only the server can
  // check the rest.
  const isIncomplete = contradictions.length > 0 && chosen.length === operations.length;
  return (
    <section
      aria-label="Result of the comparison"
      aria-live="polite"
      className="mt-6 flex flex-col gap-4 border-t pt-6"
    >
      {isRefused ? (
        <Callout tone="danger" title="This text cannot be imported">
          <Problems problems={problems} />
        </Callout>
      ) : null}
      {ignored.length === 0 ? null : (
        <Callout tone="neutral" title={`${countOf(ignored.length, "unrecognized key")} not imported`}>
          <p>
            <code className="text-xs break-all">{ignored.join(", ")}</code>. If another program uses these
            keys, add them to the raw JSON.
          </p>
        </Callout>
      )}
      {isRefused ? null : operations.length === 0 ? (
        <p className="text-muted-foreground">Nothing to import. Every setting already has this value.</p>
      ) : (
        <>
          <ImportChoice changes={changes} left={left} disabled={disabled} onChange={setLeft} />
          {isIncomplete ? (
            <Callout tone="warning" title="The import is incomplete">
              <Problems problems={contradictions} />
              <p className="mt-2">
                Add the changes to the form, complete the missing settings, then save everything together.
              </p>
            </Callout>
          ) : null}
          <div className="flex flex-wrap gap-2">
            {isIncomplete ? null : (
              <Button
                variant="primary"
                disabled={disabled || chosen.length === 0}
                busy={isBusy}
                onClick={() => onApply(chosen)}
              >
                Import {count}
              </Button>
            )}
            <Button
              variant={isIncomplete ? "primary" : "secondary"}
              disabled={disabled || chosen.length === 0}
              onClick={() => onTakeOver(chosen)}
            >
              Add {count} to the form
            </Button>
          </div>
        </>
      )}
    </section>
  );
}

function Problems({ problems }: { problems: readonly Problem[] }) {
  return (
    <ul className="list-inside list-disc">
      {problems.map(({ path, line, column, message }) => (
        <li key={`${path}${line}${column}${message}`} className="wrap-anywhere">
          {line === undefined ? "" : `Line ${line}, column ${column ?? 1}: `}
          {message}
        </li>
      ))}
    </ul>
  );
}
