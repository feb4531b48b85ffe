import { useId } from "react";
import { Checkbox } from "@/components/ui/checkbox";
import type { SettingChange } from "@/lib/shared/contract/history";
import { bySection, type SectionChanges } from "../history/by-section";
import { ChangeList } from "../history/change-list";

interface ImportChoiceProps {
  changes: readonly SettingChange[];
  /** Paths of the settings that the operator has excluded from the import. */
  left: ReadonlySet<string>;
  disabled: boolean;
  onChange: (left: ReadonlySet<string>) => void;
}

export function ImportChoice({ changes, left, disabled, onChange }: ImportChoiceProps) {
  const choose = (paths: readonly string[], isChosen: boolean) => {
    const next = new Set(left);
    for (const path of paths) {
      if (isChosen) next.delete(path);
      else next.add(path);
    }
    onChange(next);
  };
  return (
    <div className="flex flex-col gap-3">
      {bySection(changes).map((group) => (
        <Group key={group.title} group={group} left={left} disabled={disabled} onChoose={choose} />
      ))}
    </div>
  );
}

interface GroupProps extends Pick<ImportChoiceProps, "left" | "disabled"> {
  group: SectionChanges<SettingChange>;
  onChoose: (paths: readonly string[], isChosen: boolean) => void;
}

function Group({ group: { title, changes }, left, disabled, onChoose }: GroupProps) {
  const id = useId();
  const chosen = changes.filter(({ path }) => !left.has(path)).length;
  return (
    <section aria-labelledby={id} className="rounded-lg border">
      <div className="flex items-center gap-3 border-b px-3 py-2">
        <Checkbox
          aria-labelledby={id}
          disabled={disabled}
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
          label={`Changes in ${title}`}
          lead={({ path }, labelId) => (
            <Checkbox
              aria-labelledby={labelId}
              className="mt-0.5"
              disabled={disabled}
              checked={!left.has(path)}
              onCheckedChange={(value) => onChoose([path], value === true)}
            />
          )}
        />
      </div>
    </section>
  );
}
