import type { Metadata } from "next";
import Link from "next/link";
import { AuditTable } from "@/components/audit/audit-table";
import { buttonVariants } from "@/components/ui/button";
import { PageHeader } from "@/components/ui/page-header";
import { db } from "@/lib/db";
import { listAudit, requireOperator } from "@/lib/operators";

export const metadata: Metadata = { title: "Audit" };

const pageSize = 50;

export default async function AuditPage({ searchParams }: PageProps<"/audit">) {
  await requireOperator();
  const before = Number((await searchParams).before) || undefined;
  const entries = await listAudit(db(), { before, limit: pageSize });
  return (
    <>
      <PageHeader title="Audit" description="Who did what in this panel, newest first." />
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
