import { AuthorName } from "@/components/shell/author-name";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Link } from "@/components/ui/link";
import { Moment } from "@/components/ui/moment";
import type { UndoLine } from "@/lib/shared/contract/history";
import { settingOfAny } from "@/lib/shared/settings/editions";
import { entryOf, SettingDifference, shownText } from "../review/change-diff";
import { SettingLink } from "../rows/setting-link";
import { describeEntry } from "../store/words";

export const canUndo = ({ state }: UndoLine): boolean => state === "same" || state === "changed";

export const fieldOf = ({ path, known }: UndoLine) => (known ? settingOfAny(path) : undefined);

interface UndoLinesProps {
  lines: readonly UndoLine[];
  /** Null if there is nothing to select. */
  chosen: ReadonlySet<string> | null;
  onChoose: (chosen: ReadonlySet<string>) => void;
  onLeave: () => void;
}

export function UndoLines({ lines, chosen, onChoose, onLeave }: UndoLinesProps) {
  const all = lines.filter(canUndo).map(({ path }) => path);
  const choose = (path: string, isChosen: boolean) =>
    onChoose(new Set(all.filter((one) => (one === path ? isChosen : chosen?.has(one)))));
  return (
    <>
      {chosen !== null && all.length > 3 ? (
        <div className="-my-2 flex gap-1">
          <Button size="sm" variant="ghost" onClick={() => onChoose(new Set(all))}>
            Choose all
          </Button>
          <Button size="sm" variant="ghost" onClick={() => onChoose(new Set())}>
            Choose none
          </Button>
        </div>
      ) : null}
      <ul className="divide-y rounded-lg border">
        {lines.map((line) => (
          <li key={line.path} className="flex items-start gap-3 px-3 py-2.5">
            {chosen === null ? null : (
              <Checkbox
                aria-label={`Undo ${labelOf(line)}`}
                className="mt-0.5"
                disabled={!canUndo(line)}
                checked={chosen.has(line.path)}
                onCheckedChange={(value) => choose(line.path, value === true)}
              />
            )}
            <div className="flex min-w-0 flex-1 flex-col gap-1">
              <span className="font-medium wrap-anywhere">{labelOf(line)}</span>
              <code className="text-xs break-all text-muted-foreground">{line.path}</code>
              {canUndo(line) ? <SettingDifference change={differenceOf(line)} isAhead /> : null}
              <Sentence line={line} onLeave={onLeave} />
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}

const labelOf = (line: UndoLine): string => fieldOf(line)?.label ?? "Unrecognized key";

/** The undo changes the current value (`now`) to the earlier value (`before`). */
const differenceOf = ({ path, known, secret, now, before }: UndoLine) => ({
  path,
  known,
  secret,
  before: now,
  after: before,
});

export function wordsOf(line: UndoLine, value: unknown): string {
  const field = fieldOf(line);
  return field ? describeEntry(field, entryOf(field, value)) : shownText(value);
}

function Sentence({ line, onLeave }: { line: UndoLine; onLeave: () => void }) {
  const { state, reason, path, known, secret, after } = line;
  const text = "text-sm wrap-anywhere";
  if (state === "same")
    return <p className={`${text} text-muted-foreground`}>Nobody has changed it since.</p>;
  if (state === "undone") {
    return (
      <p className={`${text} text-muted-foreground`}>
        Already undone{secret ? "" : `: the file has ${wordsOf(line, line.before)}`}
        <Since line={line} onLeave={onLeave} />.
      </p>
    );
  }
  if (state === "changed") {
    return (
      <p className={`${text} text-warning-text`}>
        Changed since
        <Since line={line} onLeave={onLeave} />
        {secret ? "" : `. This version set it to ${wordsOf(line, after)}`}. Undoing replaces the newer value.
      </p>
    );
  }
  return (
    <p className={`${text} text-danger-text`}>
      {secret ? "The earlier value" : wordsOf(line, line.before)} cannot be restored: {reason}{" "}
      {known ? (
        <span onClickCapture={onLeave}>
          <SettingLink path={path} className="text-accent-text underline underline-offset-4">
            Open setting
          </SettingLink>
        </span>
      ) : null}
    </p>
  );
}

function Since({ line: { since }, onLeave }: { line: UndoLine; onLeave: () => void }) {
  if (!since) return null;
  return (
    <>
      {" "}
      by <AuthorName author={since.author} kind={since.authorKind} />, <Moment at={since.at} /> (
      <Link href={`/settings/history/${since.id}`} onClick={onLeave} className="underline underline-offset-4">
        version {since.id}
      </Link>
      {since.note ? `: ${since.note}` : ""})
    </>
  );
}
