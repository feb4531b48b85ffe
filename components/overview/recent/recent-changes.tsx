"use client";

import { useQuery } from "@tanstack/react-query";
import { Link } from "@/components/ui/link";
import { Ago } from "@/components/ui/ago";
import { Card, CardContent, CardHeader, CardTitle } from "@/components/ui/card";
import { revisionsQuery } from "@/components/file/queries/history";
import { type AuthorKind, authorParts, authorWords } from "@/lib/shared/author";
import type { Revision, RevisionPage } from "@/lib/shared/contract/history";
import { UndoChange } from "@/components/settings/undo/undo-change";
import { ChangeSummary } from "./change-summary";

const mostShown = 6;

interface RecentChangesProps {
  initial: RevisionPage;
}

export function RecentChanges({ initial }: RecentChangesProps) {
  const { data } = useQuery({ ...revisionsQuery({}), initialData: initial });
  const shown = data.revisions.slice(0, mostShown);
  return (
    <Card>
      <CardHeader row>
        <CardTitle>What changed</CardTitle>
        <Link href="/settings/history" className="text-accent-text underline-offset-4 hover:underline">
          All versions
        </Link>
      </CardHeader>
      {shown.length === 0 ? (
        <CardContent>
          <p className="text-muted-foreground">
            No changes yet. This list shows every saved version of the file.
          </p>
        </CardContent>
      ) : (
        <ol className="divide-y">
          {shown.map((revision) => (
            <Row key={revision.id} revision={revision} />
          ))}
        </ol>
      )}
    </Card>
  );
}

function Row({ revision }: { revision: Revision }) {
  const { id, at, author, authorKind, note, changes } = revision;
  return (
    <li className="relative flex items-start gap-3 px-4 py-3 hover:bg-muted/60 sm:px-6">
      <Avatar author={author} kind={authorKind} />
      <div className="min-w-0 flex-1">
        <Link
          href={`/settings/history/${id}`}
          className="wrap-anywhere after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-ring"
        >
          <ChangeSummary revision={revision} />
        </Link>
        <p className="line-clamp-2 text-sm wrap-anywhere text-muted-foreground">
          {authorWords({ kind: authorKind, name: author })} · <Ago at={at} />
          {note ? ` · “${note}”` : ""}
        </p>
      </div>
      {changes?.length ? (
        // Raises the button above the link that covers the row.
        <UndoChange change={{ version: id }} className="relative z-10" aria-label={`Undo version ${id}`} />
      ) : null}
    </li>
  );
}

/** Shows an operator's initial, or an icon for changes that were not made by an operator. */
function Avatar({ author, kind }: { author: string; kind: AuthorKind }) {
  const isPerson = authorParts({ kind, name: author }).name !== null;
  return (
    <span
      aria-hidden="true"
      className={`grid size-7 shrink-0 place-items-center rounded-md text-sm font-semibold ${
        isPerson ? "bg-accent-soft text-accent-text" : "bg-muted text-muted-foreground"
      }`}
    >
      {isPerson ? author.charAt(0).toUpperCase() : "↻"}
    </span>
  );
}
