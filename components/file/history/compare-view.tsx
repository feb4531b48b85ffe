"use client";

import { useRouter } from "next/navigation";
import { useSyncExternalStore } from "react";
import { AuthorName } from "@/components/shell/author-name";
import { Link } from "@/components/ui/link";
import { countOf } from "@/components/settings/store/words";
import { Card, CardContent } from "@/components/ui/card";
import { cn, control, controlHeight, controlText } from "@/components/ui/cn";
import { lazyComponent } from "@/components/ui/lazy-component";
import { Moment, useZone } from "@/components/ui/moment";
import { PageHeader } from "@/components/ui/page-header";
import { Skeleton } from "@/components/ui/loading";
import { authorWords } from "@/lib/shared/author";
import type { RevisionComparison, RevisionHead } from "@/lib/shared/contract/history";
import { comparisonHref } from "./addresses";
import { bySection, ChangeList } from "./change-list";

const loading = <Skeleton className="h-[70dvh]" />;
const SideBySide = lazyComponent(() => import("../raw/text-diff").then((part) => part.SideBySide), loading);
const TextDiff = lazyComponent(() => import("../raw/text-diff").then((part) => part.TextDiff), loading);

export interface CompareViewProps {
  comparison: RevisionComparison;
  /** The newest versions. */
  versions: readonly Pick<RevisionHead, "id" | "author" | "authorKind" | "at">[];
}

export function CompareView({ comparison, versions }: CompareViewProps) {
  const { from, to, changes, more = 0, texts } = comparison;
  const router = useRouter();
  return (
    <>
      <PageHeader
        title={`Version ${from.id} and version ${to.id}`}
        description={
          changes.length === 0
            ? "The values are identical."
            : `${countOf(changes.length + more, "value differs", "values differ")}.`
        }
      />
      <div className="flex flex-col gap-6">
        <div className="grid gap-4 sm:grid-cols-2">
          <Head
            label="Older version"
            version={from}
            others={versions.filter(({ id }) => id < to.id)}
            onChoose={(id) => router.replace(comparisonHref(id, to.id), { scroll: false })}
          />
          <Head
            label="Newer version"
            version={to}
            others={versions.filter(({ id }) => id > from.id)}
            onChoose={(id) => router.replace(comparisonHref(from.id, id), { scroll: false })}
          />
        </div>
        <div className="grid gap-4 empty:hidden xl:grid-cols-2">
          {bySection(changes).map((group) => (
            <Card key={group.title} className="xl:odd:last:col-span-2" title={group.title}>
              <CardContent inset="tight">
                <ChangeList
                  changes={group.changes}
                  more={group.changes.some(({ known }) => known) ? 0 : more}
                  label={`Differences in ${group.title}`}
                />
              </CardContent>
            </Card>
          ))}
        </div>
        <section aria-label="Texts" className="flex flex-col gap-2">
          <h2 className="text-lg font-semibold">Texts</h2>
          <p className="text-sm text-muted-foreground">
            Secrets are hidden. A changed secret is shown as “new secret” in version {to.id}.
          </p>
          <Texts from={from} to={to} texts={texts} />
        </section>
      </div>
    </>
  );
}

interface HeadProps {
  label: string;
  version: RevisionHead;
  others: CompareViewProps["versions"];
  onChoose: (id: number) => void;
}

function Head({ label, version, others, onChoose }: HeadProps) {
  const { id, author, authorKind, note, at } = version;
  const date = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeZone: useZone() });
  const shown = others.some((other) => other.id === id) ? others : [version, ...others];
  return (
    <Card className="flex flex-col gap-0.5 px-4 py-3 text-sm sm:px-6">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Link
          href={`/settings/history/${id}`}
          className="text-base font-medium text-accent-text underline-offset-4 hover:underline"
        >
          Version {id}
        </Link>
        <select
          aria-label={label}
          value={id}
          onChange={({ target }) => onChoose(Number(target.value))}
          className={cn(control, controlHeight, controlText, "w-auto max-w-full")}
        >
          {shown.map((other) => (
            <option key={other.id} value={other.id}>
              {`${other.id}: ${authorWords({ kind: other.authorKind, name: other.author })}, ${date.format(Date.parse(other.at))}`}
            </option>
          ))}
        </select>
      </div>
      <span className="text-muted-foreground">
        <AuthorName author={author} kind={authorKind} />, <Moment at={at} />
      </span>
      {note ? <span className="wrap-anywhere">{note}</span> : null}
    </Card>
  );
}

const wide = "(min-width: 1024px)";

function onWidth(listener: () => void): () => void {
  const query = window.matchMedia(wide);
  query.addEventListener("change", listener);
  return () => query.removeEventListener("change", listener);
}

function Texts({ from, to, texts }: Pick<RevisionComparison, "from" | "to" | "texts">) {
  const isWide = useSyncExternalStore(
    onWidth,
    () => window.matchMedia(wide).matches,
    () => true,
  );
  if (texts === null)
    return <p className="text-muted-foreground">The texts are too long to show side by side.</p>;
  if (texts.from === "" || texts.to === "") {
    return (
      <p className="text-muted-foreground">This version of the panel cannot read one of the two texts.</p>
    );
  }
  if (!isWide) {
    return (
      <TextDiff before={texts.from} after={texts.to} label={`Version ${from.id} and version ${to.id}`} />
    );
  }
  return (
    <SideBySide
      before={texts.from}
      after={texts.to}
      labels={[`Text of version ${from.id}`, `Text of version ${to.id}`]}
    />
  );
}
