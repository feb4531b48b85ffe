import type { Metadata } from "next";
import { NewOperator } from "@/components/operators/new-operator";
import { OperatorTable } from "@/components/operators/operator-table";
import { PageHeader } from "@/components/ui/page-header";
import { db } from "@/lib/db";
import { listOperators, requireOperator } from "@/lib/operators";

export const metadata: Metadata = { title: "Operators" };

export default async function OperatorsPage() {
  const operator = await requireOperator();
  return (
    <>
      <PageHeader
        title="Operators"
        description="Who may sign in here. Every operator may change every setting."
        actions={<NewOperator />}
      />
      <OperatorTable initial={await listOperators(db())} ownId={operator.id} />
    </>
  );
}
