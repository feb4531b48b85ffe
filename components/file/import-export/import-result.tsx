"use client";

import { useId, useState } from "react";
import { useRefusal } from "@/components/settings/store/use-setting";
import { countOf } from "@/components/settings/store/words";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { Checkbox } from "@/components/ui/checkbox";
import type { Operation } from "@/lib/shared/contract/config-snapshot";
import type { ImportPreview } from "@/lib/shared/contract/config";
import { bySection, ChangeList, type SectionChanges } from "../history/change-list";
import { ProblemList } from "../outside/file-banner";

interface ImportResultProps {
  preview: ImportPreview;
  disabled: boolean;
  isSaveRefused: boolean;
  isBusy: boolean;
  onApply: (operations: Operation[]) => void;
  onTakeOver: (operations: Operation[]) => void;
}

export function ImportResult({
  preview,
  disabled,
  isSaveRefused,
  isBusy,
  onApply,
  onTakeOver,
}: ImportResultProps) {
  const { operations, problems, contradictions, changes, ignored } = preview;
  const refusalOf = useRefusal();
  const refused = operations.flatMap(({ path }) => refusalOf(path) ?? []);
  const isRefusedAt = (path: string) => refusalOf(path) !== null;
  const [excluded, setExcluded] = useState<ReadonlySet<string>>(
    () => new Set(operations.map(({ path }) => path).filter(isRefusedAt)),
  );
  const choose = (paths: readonly string[], isChosen: boolean) => {
    const next = new Set(excluded);
    for (const path of paths) {
      if (isChosen && !isRefusedAt(path)) next.delete(path);
      else next.add(path);
    }
    setExcluded(next);
  };
  const isRefused = problems.some(({ severity }) => severity === "error");
  const chosen = operations.filter(({ path }) => !excluded.has(path));
  const count = countOf(chosen.length, "change");
  // The preview reports the contradictions that all changes together would cause. If the operator excludes a
  // change, only the server can check whether the other changes still cause contradictions.
  const isIncomplete = contradictions.length > 0 && chosen.length === operations.length;
  return (
    <section
      aria-label="Result of the comparison"
      aria-live="polite"
      className="mt-6 flex flex-col gap-4 border-t pt-6"
    >
      {isRefused ? (
        <Callout tone="danger" title="This text cannot be imported">
          <ProblemList problems={problems} />
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
          {refused.length === 0 ? null : (
            <Callout title={`${countOf(refused.length, "change")} not imported`}>
              {[...new Set(refused)].join(" ")}
            </Callout>
          )}
          <div className="flex flex-col gap-3">
            {bySection(changes).map((group) => (
              <Group
                key={group.title}
                group={group}
                excluded={excluded}
                disabled={disabled}
                isRefusedAt={isRefusedAt}
                onChoose={choose}
              />
            ))}
          </div>
          {isIncomplete ? (
            <Callout tone="warning" title="The import is incomplete">
              <ProblemList problems={contradictions} />
              <p className="mt-2">
                Add the changes to the form, complete the missing settings, then save everything together.
              </p>
            </Callout>
          ) : null}
          <div className="flex flex-wrap gap-2">
            {isIncomplete || isSaveRefused ? null : (
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
              variant={isIncomplete || isSaveRefused ? "primary" : "secondary"}
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

interface GroupProps {
  group: SectionChanges;
  excluded: ReadonlySet<string>;
  disabled: boolean;
  isRefusedAt: (path: string) => boolean;
  onChoose: (paths: readonly string[], isChosen: boolean) => void;
}

function Group({ group: { title, changes }, excluded, disabled, isRefusedAt, onChoose }: GroupProps) {
  const id = useId();
  const chosen = changes.filter(({ path }) => !excluded.has(path)).length;
  return (
    <section aria-labelledby={id} className="rounded-lg border">
      <div className="flex items-center gap-3 border-b px-3 py-2">
        <Checkbox
          aria-labelledby={id}
          disabled={disabled || changes.every(({ path }) => isRefusedAt(path))}
          checked={chosen === changes.length ? true : chosen === 0 ? false : "indeterminate"}
          onCheckedChange={(value) =>
            onChoose(
              changes.map(({ path }) => path),
              value === true,
            )
          }
        />
        <h3 id={id} className="text-sm font-semibold">
          {title}
        </h3>
        <span className="ml-auto text-sm text-muted-foreground tabular-nums">
          {chosen} of {changes.length}
        </span>
      </div>
      <div className="px-3">
        <ChangeList
          changes={changes}
          isAhead
          label={`Changes in ${title}`}
          lead={({ path }, labelId) => (
            <Checkbox
              aria-labelledby={labelId}
              className="mt-0.5"
              disabled={disabled || isRefusedAt(path)}
              checked={!excluded.has(path)}
              onCheckedChange={(value) => onChoose([path], value === true)}
            />
          )}
        />
      </div>
    </section>
  );
}
