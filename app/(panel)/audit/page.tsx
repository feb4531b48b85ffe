import type { Metadata } from "next";
import { Link } from "@/components/ui/link";
import { AuditTable } from "@/components/operators/audit/audit-table";
import { Ago } from "@/components/ui/ago";
import { buttonVariants } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { PageHeader } from "@/components/ui/page-header";
import { lastVerified, listAudit } from "@/lib/server/audit";
import { db } from "@/lib/server/db";
import { requireOperator } from "@/lib/server/operators";
import { rowId } from "@/lib/server/panel-api";

export const metadata: Metadata = { title: "Audit" };

const pageSize = 50;

export default async function AuditPage({ searchParams }: PageProps<"/audit">) {
  await requireOperator();
  const before = rowId((await searchParams).before);
  const entries = await listAudit(db(), { before, limit: pageSize });
  const verified = lastVerified();
  return (
    <>
      <PageHeader
        title="Audit"
        description="Every action with its operator and address, newest first. Entries cannot be changed or removed."
      />
      {verified && verified.fault === undefined ? (
        <p className="mb-4 text-sm text-muted-foreground">
          Verified up to entry {verified.id}, <Ago at={verified.at} />
        </p>
      ) : null}
      {verified?.fault === undefined ? null : (
        <Callout tone="danger" title="The audit log was changed outside the panel" className="mb-4">
          {verified.fault} Compare it with a backup and with the hashes in the log of the panel.
        </Callout>
      )}
      <AuditTable entries={entries} />
      <nav aria-label="Pages" className="mt-4 flex justify-between gap-2">
        {before ? (
          <Link href="/audit" className={buttonVariants({ size: "sm" })}>
            Newest
          </Link>
        ) : (
          <span />
        )}
        {entries.length === pageSize ? (
          <Link href={`/audit?before=${entries.at(-1)!.id}`} className={buttonVariants({ size: "sm" })}>
            Older
          </Link>
        ) : null}
      </nav>
    </>
  );
}
