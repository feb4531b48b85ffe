import type { Revision, SettingChange } from "@/lib/shared/contract/history";
import { settingOfAny } from "@/lib/shared/settings/editions";
import { describeValue } from "@/lib/shared/settings/wording";

/** Maximum number of characters of a value. Longer values are cut off. */
const mostShown = 32;

/** Shows the first change of a version with its old and new value, and the number of further changes. */
export function ChangeSummary({
  revision: { changes, more = 0 },
}: {
  revision: Pick<Revision, "changes" | "more">;
}) {
  if (changes === null) return "The oldest stored version";
  const [first, ...others] = changes;
  if (first === undefined) return "Only the layout of the text";
  return (
    <>
      <Change change={first} />
      {others.length > 0 ? ` and ${(others.length + more).toLocaleString("en")} more` : null}
    </>
  );
}

function Change({ change }: { change: SettingChange }) {
  const field = settingOfAny(change.path);
  if (change.secret) return `${field?.label ?? change.path} ${change.secret}`;
  // Lists and objects are too long for this line. The version's page shows them.
  const [from, to] = [wordsOf(change, change.before), wordsOf(change, change.after)];
  return (
    <>
      {field?.label ?? change.path}
      {from !== undefined && to !== undefined && from !== to ? (
        <>
          {" "}
          <span className="sr-only">changed from </span>
          <del className="text-muted-foreground">{from}</del>
          <span className="sr-only"> to </span>{" "}
          <ins className="rounded-sm bg-accent-soft px-1 text-accent-text no-underline">{to}</ins>
        </>
      ) : null}
    </>
  );
}

/** Undefined for a list or an object. */
function wordsOf({ path }: SettingChange, value: unknown): string | undefined {
  if (value !== null && typeof value === "object") return undefined;
  const field = settingOfAny(path);
  const effective = value ?? field?.default ?? null;
  if (effective !== null && typeof effective === "object") return undefined;
  const words = field ? describeValue(field, effective) : value === null ? "not set" : JSON.stringify(value);
  return words.length > mostShown ? `${words.slice(0, mostShown - 1)}…` : words;
}
