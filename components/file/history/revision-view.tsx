"use client";

import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { AuthorName } from "@/components/shell/author-name";
import { countOf } from "@/components/settings/store/words";
import { UndoAsked, UndoChange } from "@/components/settings/undo/undo-change";
import { Button, buttonVariants } from "@/components/ui/button";
import { Card, CardContent } from "@/components/ui/card";
import { CodeBlock } from "@/components/ui/copy-button";
import { Link } from "@/components/ui/link";
import { Moment } from "@/components/ui/moment";
import { PageHeader } from "@/components/ui/page-header";
import type { RevisionDetail } from "@/lib/shared/contract/history";
import { settingOfAny } from "@/lib/shared/settings/editions";
import { revisionQuery } from "../queries/history";
import { comparisonHref } from "./addresses";
import { ChangeList } from "./change-list";
import { RestoreCard } from "./restore";

interface RevisionViewProps {
  initial: RevisionDetail;
  undoRequest?: { path?: string };
}

export function RevisionView({ initial, undoRequest }: RevisionViewProps) {
  const { data: revision } = useQuery({ ...revisionQuery(initial.id), initialData: initial });
  const [isReading, setReading] = useState(false);
  const router = useRouter();
  const { id, newest, older, newer, at, author, authorKind, note, text } = revision;
  const count = (revision.changes?.length ?? 0) + (revision.more ?? 0);
  return (
    <>
      <PageHeader
        title={`Version ${id} of ${newest}`}
        description={
          <>
            <AuthorName author={author} kind={authorKind} />, <Moment at={at} />
            {note ? <span className="block wrap-anywhere">{note}</span> : null}
          </>
        }
        actions={
          <>
            <Neighbor id={older} label="Older" />
            <Neighbor id={newer} label="Newer" />
            {older === null ? null : (
              <Link href={comparisonHref(older, id)} className={buttonVariants()}>
                Compare with previous
              </Link>
            )}
            {id === newest ? null : (
              <Link href={comparisonHref(id, newest)} className={buttonVariants()}>
                Compare with current
              </Link>
            )}
          </>
        }
      />
      <div className="flex flex-col gap-6">
        <Card
          title="Changed in this version"
          description={older === null ? "The oldest stored version." : `Compared with version ${older}.`}
          action={
            count > 1 ? (
              <UndoChange change={{ version: id }} size="md">
                Undo all {countOf(count, "change")}
              </UndoChange>
            ) : null
          }
        >
          <CardContent inset={revision.changes?.length ? "tight" : "normal"}>
            <Changed {...revision} />
          </CardContent>
        </Card>
        <RestoreCard revision={revision} />
        {text === "" ? null : (
          <details onToggle={(event) => setReading(event.currentTarget.open)}>
            <summary className="rounded-sm font-medium text-accent-text">Text of this version</summary>
            <p className="mt-2 text-sm text-muted-foreground">Secrets are replaced by markers.</p>
            {isReading ? (
              <CodeBlock
                code={text}
                label="text of this version"
                className="mt-2 max-h-[70dvh] overflow-y-auto"
              />
            ) : null}
          </details>
        )}
      </div>
      {undoRequest === undefined ? null : (
        <UndoAsked
          change={{ version: id, path: undoRequest.path }}
          onClose={() => router.replace(`/settings/history/${id}`, { scroll: false })}
        />
      )}
    </>
  );
}

function Neighbor({ id, label }: { id: number | null; label: string }) {
  if (id === null) return <Button disabled>{label}</Button>;
  return (
    <Link href={`/settings/history/${id}`} className={buttonVariants()}>
      {label}
    </Link>
  );
}

function Changed({ id, changes, more }: Pick<RevisionDetail, "id" | "changes" | "more">) {
  if (changes === null) {
    return (
      <p className="text-muted-foreground">
        No earlier version is stored, so there is nothing to compare this version with.
      </p>
    );
  }
  if (changes.length === 0) {
    return (
      <p className="text-muted-foreground">Only the layout of the text changed. All values are the same.</p>
    );
  }
  return (
    <ChangeList
      changes={changes}
      more={more}
      label="Changes in this version"
      tail={({ path, known }) => (
        <UndoChange
          change={{ version: id, path }}
          aria-label={`Undo the change to ${(known && settingOfAny(path)?.label) || path}`}
        />
      )}
    />
  );
}
