import type { Metadata } from "next";
import { ApiTokens } from "@/components/operators/tokens/api-tokens";
import { OperatorTabs } from "@/components/shell/page-tabs";
import { PageHeader } from "@/components/ui/page-header";
import { requireSession } from "@/app/session";
import { core } from "@/lib/core";

export const metadata: Metadata = { title: "API tokens" };

export default async function ApiTokensPage() {
  const { operator, role } = await requireSession();
  const tokens = await core().operators.listApiTokens(role === "owner" ? undefined : operator.id);
  return (
    <>
      <PageHeader
        title="API tokens"
        description={
          role === "owner"
            ? "Scripts use these tokens to call the panel API as an operator. As an owner, you see everybody's tokens."
            : "Scripts use these tokens to call the panel API in your name."
        }
      />
      <OperatorTabs />
      <ApiTokens initial={tokens} reader={{ id: operator.id, role }} />
    </>
  );
}
