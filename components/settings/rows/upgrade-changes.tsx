import type { UpgradeReport } from "@/lib/shared/contract/running";
import { settingOfAny } from "@/lib/shared/settings/editions";
import { describeValue } from "@/lib/shared/settings/wording";
import { countOf } from "../store/words";

export function upgradeWords({ came, went, changed }: UpgradeReport): string {
  const defaults = changed.filter(({ isDefault }) => isDefault).length;
  const rewritten = changed.length - defaults;
  const parts = [
    came.length > 0 && countOf(came.length, "new setting"),
    went.length > 0 && countOf(went.length, "removed setting"),
    defaults > 0 && countOf(defaults, "changed default"),
    rewritten > 0 && `${countOf(rewritten, "value")} changed by the server`,
  ].filter((part) => part !== false);
  return parts.length === 0 ? "No settings changed" : parts.join(", ");
}

const labelOf = (path: string): string => settingOfAny(path)?.label ?? path;

function inWords(path: string, value: unknown): string {
  const field = settingOfAny(path);
  return field ? describeValue(field, value) : JSON.stringify(value);
}

export function Changes({ report }: { report: UpgradeReport }) {
  const { came, went, changed } = report;
  if (came.length + went.length + changed.length === 0) return upgradeWords(report);
  const lists = [
    ["New", came],
    ["Removed", went],
  ] as const;
  return (
    <details>
      <summary className="cursor-pointer hover:text-foreground">{upgradeWords(report)}</summary>
      <dl className="mt-1 flex flex-col gap-1">
        {lists.map(([title, paths]) =>
          paths.length === 0 ? null : (
            <div key={title}>
              <dt className="inline font-medium">{title}: </dt>
              <dd className="inline wrap-anywhere">{paths.map(labelOf).join(", ")}</dd>
            </div>
          ),
        )}
        {changed.map(({ path, before, after, isDefault }) => (
          <div key={path}>
            <dt className="inline font-medium">{labelOf(path)}: </dt>
            <dd className="inline wrap-anywhere">
              {inWords(path, before)} → {inWords(path, after)} ({isDefault ? "default" : "by the server"})
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
