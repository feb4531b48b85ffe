import type { Metadata } from "next";
import { RequireFactor } from "@/components/operators/factors/require-factor";
import { NewOperator } from "@/components/operators/list/new-operator";
import { OperatorTable } from "@/components/operators/list/operator-table";
import { PageHeader } from "@/components/ui/page-header";
import { db } from "@/lib/server/db";
import { ownFactors } from "@/lib/server/panel-api";
import { listOperators, requireOperator } from "@/lib/server/operators";

export const metadata: Metadata = { title: "Operators" };

export default async function OperatorsPage() {
  const operator = await requireOperator();
  const isOwner = operator.role === "owner";
  return (
    <>
      <PageHeader
        title="Operators"
        description="Who can sign in to this panel, and what they can do."
        actions={isOwner ? <NewOperator /> : null}
      />
      <OperatorTable initial={await listOperators(db())} ownId={operator.id} isOwner={isOwner} />
      {isOwner ? (
        <div className="mt-6">
          <RequireFactor initial={await ownFactors(operator.id)} />
        </div>
      ) : null}
    </>
  );
}
