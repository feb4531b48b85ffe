"use client";

import { useQuery } from "@tanstack/react-query";
import { waitingIn } from "@/components/settings/queries/running";
import { revisionsQuery } from "@/components/file/queries/history";
import { UndoChange } from "@/components/settings/undo/undo-change";
import { Ago } from "@/components/ui/moment";
import { Card, CardContent } from "@/components/ui/card";
import { Link } from "@/components/ui/link";
import { AuthorMark } from "@/components/shell/author-name";
import { authorWords } from "@/lib/shared/author";
import type { RunningReport } from "@/lib/shared/contract/running";
import type { Revision, RevisionPage, SettingChange } from "@/lib/shared/contract/history";
import { settingOfAny } from "@/lib/shared/settings/editions";
import { describeValue } from "@/lib/shared/settings/wording";

const mostVersions = 3;

interface RecentChangesProps {
  initial: RevisionPage;
  report: RunningReport | undefined;
}

export function RecentChanges({ initial, report }: RecentChangesProps) {
  const { data } = useQuery({ ...revisionsQuery({}), initialData: initial });
  const shown = data.revisions.slice(0, mostVersions);
  return (
    <Card
      title="What changed"
      action={
        <Link href="/settings/history" className="text-accent-text underline-offset-4 hover:underline">
          All versions
        </Link>
      }
    >
      {shown.length === 0 ? (
        <CardContent>
          <p className="text-muted-foreground">
            No changes yet. This list shows every saved version of the file.
          </p>
        </CardContent>
      ) : (
        <ol className="divide-y">
          {shown.map((revision) => (
            <Row
              key={revision.id}
              revision={revision}
              isToApply={report?.etag === revision.etag && waitingIn(report).length > 0}
            />
          ))}
        </ol>
      )}
    </Card>
  );
}

function Row({ revision, isToApply }: { revision: Revision; isToApply: boolean }) {
  const { id, at, author, authorKind, note, changes } = revision;
  return (
    <li className="relative flex items-center gap-3 px-4 py-2 hover:bg-muted/60 sm:px-6">
      <AuthorMark author={author} kind={authorKind} className="size-7 text-sm" />
      <div className="min-w-0 flex-1">
        <Link
          href={`/settings/history/${id}`}
          className="wrap-anywhere after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-ring"
        >
          <ChangeSummary revision={revision} />
        </Link>
        <p className="line-clamp-2 text-sm wrap-anywhere text-muted-foreground">
          {authorWords({ kind: authorKind, name: author })} · <Ago at={at} /> · version {id}
          {isToApply ? " · to apply" : ""}
          {note ? ` · “${note}”` : ""}
        </p>
      </div>
      {changes?.length && authorKind !== "panel" ? (
        // Raises the button above the link that covers the row.
        <UndoChange change={{ version: id }} className="relative z-10" aria-label={`Undo version ${id}`} />
      ) : null}
    </li>
  );
}

/** Maximum length of a value in characters. Longer values are cut off. */
const mostCharacters = 32;

function ChangeSummary({ revision: { changes, more = 0 } }: { revision: Revision }) {
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

function wordsOf({ path }: SettingChange, value: unknown): string | undefined {
  if (value !== null && typeof value === "object") return undefined;
  const field = settingOfAny(path);
  const effective = value ?? field?.default ?? null;
  if (effective !== null && typeof effective === "object") return undefined;
  const words = field ? describeValue(field, effective) : value === null ? "not set" : JSON.stringify(value);
  return words.length > mostCharacters ? `${words.slice(0, mostCharacters - 1)}…` : words;
}
