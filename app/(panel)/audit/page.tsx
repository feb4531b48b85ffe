import { CircleCheck } from "lucide-react";
import type { Metadata } from "next";
import { auditHref, isFiltered } from "@/components/operators/audit/audit-address";
import { AuditFilter } from "@/components/operators/audit/audit-filter";
import { AuditTable } from "@/components/operators/audit/audit-table";
import { Ago } from "@/components/ui/moment";
import { buttonVariants } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { Link } from "@/components/ui/link";
import { PageHeader } from "@/components/ui/page-header";
import { requireOperator } from "@/app/session";
import { core } from "@/lib/core";

export const metadata: Metadata = { title: "Audit" };

export default async function AuditPage({ searchParams }: PageProps<"/audit">) {
  await requireOperator();
  const query = await searchParams;
  const filter = core().panel.auditFilterOf(query);
  const before = core().panel.rowId(query.before);
  const { entries, next, people, ...known } = await core().panel.auditView(filter, before);
  return (
    <>
      <PageHeader title="Audit" mark={<Verification />} />
      <Fault />
      <div className="flex flex-col gap-4">
        <AuditFilter filter={filter} people={people} />
        <AuditTable entries={entries} known={known} isFiltered={isFiltered(filter)} />
      </div>
      <nav aria-label="Pages" className="mt-4 flex justify-between gap-2">
        {before ? (
          <Link href={auditHref(filter)} className={buttonVariants({ size: "sm" })}>
            Newest
          </Link>
        ) : (
          <span />
        )}
        {next === null ? null : (
          <Link href={auditHref(filter, next)} className={buttonVariants({ size: "sm" })}>
            Older
          </Link>
        )}
      </nav>
    </>
  );
}

/** How far the log was verified. */
function Verification() {
  const verified = core().audit.lastVerified();
  if (!verified || verified.fault !== undefined) return null;
  const { id, at, removed, compared } = verified;
  const sentences = [
    `Verified up to entry ${id}`,
    compared.length > 0
      ? `compared with ${compared.join(" and ")}`
      : "nothing outside the database could be compared, so removed last entries would not be noticed",
    ...(removed ? [core().audit.removedWords(removed)] : []),
  ];
  return (
    <span title={`${sentences.join("; ")}.`} className="flex items-center gap-1.5 text-sm text-success-text">
      <CircleCheck aria-hidden="true" className="size-4" />
      <span>
        Verified <Ago at={at} />
      </span>
      <span className="sr-only">{sentences.join("; ")}.</span>
    </span>
  );
}

function Fault() {
  const fault = core().audit.lastVerified()?.fault;
  if (fault === undefined) return null;
  return (
    <Callout tone="danger" title="The audit log was changed outside the panel" className="mb-4">
      {fault} Compare it with a backup and with the heads in the panel's log.
    </Callout>
  );
}
