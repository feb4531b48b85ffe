import { Download } from "lucide-react";
import type { Metadata } from "next";
import { auditHref, exportHref, isFiltered } from "@/components/operators/audit/audit-address";
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
  const asked = await searchParams;
  const filter = core().panel.auditFilterOf(asked);
  const before = core().panel.rowId(asked.before);
  const { entries, next, people, ...known } = await core().panel.auditView(filter, before);
  return (
    <>
      <PageHeader
        title="Audit"
        description="Every action with its operator and address, newest first. Entries cannot be changed."
        actions={
          <>
            <a href={exportHref(filter, "csv")} download className={buttonVariants()}>
              <Download aria-hidden="true" />
              Download CSV
            </a>
            <a href={exportHref(filter, "jsonl")} download className={buttonVariants()}>
              <Download aria-hidden="true" />
              Download JSON Lines
            </a>
          </>
        }
      />
      <Verification />
      <AuditFilter filter={filter} people={people} />
      <AuditTable entries={entries} known={known} isFiltered={isFiltered(filter)} />
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

function Verification() {
  const verified = core().audit.lastVerified();
  if (!verified) return null;
  const { id, at, fault, cut, compared } = verified;
  if (fault !== undefined)
    return (
      <Callout tone="danger" title="The audit log was changed outside the panel" className="mb-4">
        {fault} Compare it with a backup and with the heads in the panel's log.
      </Callout>
    );
  return (
    <p className="mb-4 text-sm text-muted-foreground">
      Verified up to entry {id}, <Ago at={at} />
      {compared.length > 0
        ? `, and compared with ${compared.join(" and ")}`
        : ". Nothing outside the database could be compared, so removed last entries would not be noticed"}
      {cut ? (
        <>
          . Entries up to {cut.id} were removed because of their age (AUDIT_RETENTION_DAYS), last{" "}
          <Ago at={cut.at} />
        </>
      ) : null}
    </p>
  );
}
