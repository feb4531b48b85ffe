import type { Metadata } from "next";
import { Link } from "@/components/ui/link";
import { AuditTable } from "@/components/operators/audit/audit-table";
import { buttonVariants } from "@/components/ui/button";
import { PageHeader } from "@/components/ui/page-header";
import { listAudit } from "@/lib/server/audit";
import { db } from "@/lib/server/db";
import { requireOperator } from "@/lib/server/operators";
import { rowId } from "@/lib/server/panel-api";

export const metadata: Metadata = { title: "Audit" };

const pageSize = 50;

export default async function AuditPage({ searchParams }: PageProps<"/audit">) {
  await requireOperator();
  const before = rowId((await searchParams).before);
  const entries = await listAudit(db(), { before, limit: pageSize });
  return (
    <>
      <PageHeader
        title="Audit"
        description="Who did what and from where, newest first. Entries cannot be changed or removed."
      />
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
