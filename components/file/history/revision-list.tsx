"use client";

import { useQuery } from "@tanstack/react-query";
import { History } from "lucide-react";
import { Link } from "@/components/ui/link";
import { useEffect } from "react";
import { markOutsideSeen, useChangedOutside } from "../outside/outside-change";
import { countOf } from "@/components/settings/store/operations";
import { useConfigDocument } from "@/components/settings/store/config-form";
import { Badge } from "@/components/ui/badge";
import { buttonVariants } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { Moment } from "@/components/ui/moment";
import type { Revision, RevisionPage } from "@/lib/shared/contract/history";
import { revisionsQuery } from "../queries/revisions";
import { countLine, isFromOutside, summaryOf } from "./revision-words";

interface RevisionListProps {
  /** The first page, loaded by the server. */
  initial: RevisionPage;
  /** Versions older than this one; undefined for the newest. */
  before?: number;
}

/** All versions of the file that are kept, page by page. */
export function RevisionList({ initial, before }: RevisionListProps) {
  const { data } = useQuery({ ...revisionsQuery(before), initialData: initial });
  const { etag } = useConfigDocument();
  useSeen();

  const { revisions, total, next } = data;
  if (revisions.length === 0) {
    return (
      <EmptyState
        icon={<History />}
        title={before === undefined ? "No versions yet" : "No older versions"}
        text="Every version of the configuration file that is saved here, or found after a change outside the panel, is kept and can be restored."
      />
    );
  }
  const present = before === undefined && revisions[0]?.etag === etag ? revisions[0].id : undefined;
  return (
    <>
      <Card className="overflow-clip">
        <ol className="divide-y">
          {revisions.map((revision) => (
            <RevisionRow key={revision.id} revision={revision} isPresent={revision.id === present} />
          ))}
        </ol>
      </Card>
      <nav aria-label="Pages" className="mt-4 flex items-center justify-between gap-2">
        <p className="text-sm text-muted-foreground">{countOf(total, "version")} kept</p>
        <div className="flex gap-2">
          {before === undefined ? null : (
            <Link href="/settings/history" className={buttonVariants({ size: "sm" })}>
              Newest
            </Link>
          )}
          {next === null ? null : (
            <Link href={`/settings/history?before=${next}`} className={buttonVariants({ size: "sm" })}>
              Older
            </Link>
          )}
        </div>
      </nav>
    </>
  );
}

/** Opening the list marks changes from outside the panel as seen. */
function useSeen(): void {
  const isUnseen = useChangedOutside();
  useEffect(() => {
    if (isUnseen) markOutsideSeen();
  }, [isUnseen]);
}

function RevisionRow({ revision, isPresent }: { revision: Revision; isPresent: boolean }) {
  const { id, at, author, note } = revision;
  const count = countLine(revision);
  return (
    <li className="relative flex flex-wrap items-start justify-between gap-x-4 gap-y-2 px-4 py-3 hover:bg-muted sm:px-6">
      <div className="flex min-w-0 flex-1 basis-64 flex-col gap-0.5">
        <Link
          href={`/settings/history/${id}`}
          className="font-medium text-pretty wrap-anywhere after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-ring"
        >
          {summaryOf(revision)}
        </Link>
        {note ? <p className="text-sm wrap-anywhere">{note}</p> : null}
        <p className="text-sm text-muted-foreground">
          {author}, <Moment at={at} />
          {count ? `, ${count}` : ""}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-1.5">
        {isPresent ? <Badge tone="success">In the file now</Badge> : null}
        {isFromOutside(revision) ? <Badge tone="warning">Outside</Badge> : null}
        <span className="text-xs text-muted-foreground tabular-nums">Version {id}</span>
      </div>
    </li>
  );
}
