import type { Metadata } from "next";
import { RequireFactor } from "@/components/operators/factors/required-factor";
import { OperatorTable } from "@/components/operators/list/operator-table";
import { OperatorTabs } from "@/components/shell/page-tabs";
import { buttonVariants } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { PageHeader } from "@/components/ui/page-header";
import { requireOperator } from "@/app/session";
import { core } from "@/lib/core";

export const metadata: Metadata = { title: "Operators" };

export default async function OperatorsPage() {
  const operator = await requireOperator();
  const isOwner = operator.role === "owner";
  return (
    <>
      <PageHeader
        title="Operators"
        description="Who can sign in to this panel, and what they can do."
        actions={
          isOwner ? (
            <Link href="/operators/invitations?new" className={buttonVariants({ variant: "primary" })}>
              Invite operator
            </Link>
          ) : null
        }
      />
      <OperatorTabs />
      <OperatorTable
        initial={await core().operators.listOperators()}
        ownId={operator.id}
        isOwner={isOwner}
        provider={core().env.oidc?.name ?? null}
      />
      {isOwner ? (
        <div className="mt-6">
          <RequireFactor initial={await core().operators.ownFactors(operator.id)} />
        </div>
      ) : null}
    </>
  );
}
