"use client";

import { useQuery } from "@tanstack/react-query";
import { Link } from "@/components/ui/link";
import { Ago } from "@/components/ui/ago";
import { Card, CardContent, CardHeader, CardTitle } from "@/components/ui/card";
import { revisionsQuery } from "@/components/file/queries/history";
import { outsideAuthor } from "@/lib/shared/contract/values";
import type { Revision, RevisionPage } from "@/lib/shared/contract/history";
import type { ConfigSnapshot } from "@/lib/shared/contract/config-snapshot";
import { ChangeSummary } from "./change-summary";
import { UndoButton } from "./undo-button";

const mostShown = 6;

interface RecentChangesProps {
  document: ConfigSnapshot;
  /** The newest versions, loaded by the server. */
  initial: RevisionPage;
}

/** The latest versions of the file: what changed, who changed it and why, with undo for the last one. */
export function RecentChanges({ document, initial }: RecentChangesProps) {
  const { data } = useQuery({ ...revisionsQuery({}), initialData: initial });
  const shown = data.revisions.slice(0, mostShown);
  return (
    <Card>
      <CardHeader row>
        <CardTitle>Recent changes</CardTitle>
        <Link href="/settings/history" className="text-accent-text underline-offset-4 hover:underline">
          All versions
        </Link>
      </CardHeader>
      {shown.length === 0 ? (
        <CardContent>
          <p className="text-muted-foreground">
            Nothing has been changed yet. Every saved version of the file will be listed here.
          </p>
        </CardContent>
      ) : (
        <ol className="divide-y">
          {shown.map((revision, index) => (
            <Row
              key={revision.id}
              revision={revision}
              before={index === 0 && canUndo(revision, document) ? data.revisions[1] : undefined}
            />
          ))}
        </ol>
      )}
    </Card>
  );
}

function Row({ revision, before }: { revision: Revision; before: Revision | undefined }) {
  const { id, at, author, note } = revision;
  return (
    <li className="relative flex items-start gap-3 px-4 py-3 hover:bg-muted/60 sm:px-6">
      <Avatar author={author} />
      <div className="min-w-0 flex-1">
        <Link
          href={`/settings/history/${id}`}
          className="wrap-anywhere after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-ring"
        >
          <ChangeSummary revision={revision} />
        </Link>
        <p className="line-clamp-2 text-sm wrap-anywhere text-muted-foreground">
          {nameOf(author)} · <Ago at={at} />
          {note ? ` · “${note}”` : ""}
        </p>
      </div>
      {before ? <UndoButton revision={revision} before={before} /> : null}
    </li>
  );
}

/**
 * Only what a person saved here, and only as long as the file is still at it. What the panel generated, and what the
 * instance wrote, would be written again.
 */
function canUndo({ etag, author }: Revision, document: ConfigSnapshot): boolean {
  return etag === document.etag && isPerson(author);
}

function isPerson(author: string): boolean {
  return author !== outsideAuthor && author !== "system";
}

function nameOf(author: string): string {
  if (author === outsideAuthor) return "Outside the panel";
  return author === "system" ? "The panel itself" : author;
}

/** The initial of a person; a sign for what no person did here. */
function Avatar({ author }: { author: string }) {
  return (
    <span
      aria-hidden="true"
      className={`grid size-7 shrink-0 place-items-center rounded-md text-sm font-semibold ${
        isPerson(author) ? "bg-accent-soft text-accent-text" : "bg-muted text-muted-foreground"
      }`}
    >
      {isPerson(author) ? author.charAt(0).toUpperCase() : "↻"}
    </span>
  );
}
