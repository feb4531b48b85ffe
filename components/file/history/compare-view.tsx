"use client";

import { Link } from "@/components/ui/link";
import { useSyncExternalStore } from "react";
import { countOf } from "@/components/settings/store/operations";
import { buttonVariants } from "@/components/ui/button";
import { Card, CardContent, CardHeader, CardTitle } from "@/components/ui/card";
import { lazyComponent } from "@/components/ui/lazy-component";
import { Moment } from "@/components/ui/moment";
import { PageHeader } from "@/components/ui/page-header";
import { Skeleton } from "@/components/ui/skeleton";
import type { RevisionComparison, RevisionHead } from "@/lib/shared/contract/history";
import { bySection } from "./by-section";
import { ChangeList } from "./change-list";

const loading = <Skeleton className="h-[70dvh]" />;
const SideBySide = lazyComponent(() => import("./side-by-side").then((part) => part.default), loading);
const TextDiff = lazyComponent(() => import("../raw/text-diff").then((part) => part.default), loading);

/** Two versions: what differs setting by setting, and their texts beside each other. */
export function CompareView({
  comparison: { from, to, changes, more = 0, texts },
}: {
  comparison: RevisionComparison;
}) {
  return (
    <>
      <PageHeader
        title={`Version ${from.id} and version ${to.id}`}
        description={
          changes.length === 0 ? "No value differs." : `${countOf(changes.length + more, "value")} differ.`
        }
        actions={
          <Link href="/settings/history" className={buttonVariants()}>
            Choose other versions
          </Link>
        }
      />
      <div className="flex flex-col gap-6">
        <div className="grid gap-4 sm:grid-cols-2">
          <Head version={from} />
          <Head version={to} />
        </div>
        <div className="grid gap-4 empty:hidden xl:grid-cols-2">
          {bySection(changes).map((group) => (
            <Card key={group.title}>
              <CardHeader>
                <CardTitle>{group.title}</CardTitle>
              </CardHeader>
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
            Secrets are hidden. One that differs reads “new secret” in version {to.id}.
          </p>
          <Texts from={from} to={to} texts={texts} />
        </section>
      </div>
    </>
  );
}

function Head({ version: { id, author, note, at } }: { version: RevisionHead }) {
  return (
    <Card className="flex flex-col gap-0.5 px-4 py-3 text-sm sm:px-6">
      <Link
        href={`/settings/history/${id}`}
        className="self-start text-base font-medium text-accent-text underline-offset-4 hover:underline"
      >
        Version {id}
      </Link>
      <span className="text-muted-foreground">
        {author}, <Moment at={at} />
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

/** Two columns where there is room for them, else one with the differences in place. */
function Texts({ from, to, texts }: Pick<RevisionComparison, "from" | "to" | "texts">) {
  const isWide = useSyncExternalStore(
    onWidth,
    () => window.matchMedia(wide).matches,
    () => true,
  );
  if (texts === null)
    return <p className="text-muted-foreground">The texts are too long to be shown beside each other.</p>;
  if (texts.from === "" || texts.to === "") {
    return (
      <p className="text-muted-foreground">One of the two cannot be read by this version of the panel.</p>
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
