import type { Metadata } from "next";
import { Ticket } from "lucide-react";
import { Link } from "@/components/ui/link";
import { TokenMaker } from "@/components/provisioning/registration/token-maker";
import { buttonVariants } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { instanceApi, registrationFacts } from "@/lib/server/instance";
import { requireOperator } from "@/lib/server/operators";

export const metadata: Metadata = { title: "Registration tokens" };

export default async function RegistrationTokensPage() {
  await requireOperator();
  return (
    <>
      <PageHeader
        title="Registration tokens"
        description="Links that let people create an account, whatever registration takes otherwise."
      />
      {instanceApi() === null ? (
        <EmptyState
          icon={<Ticket />}
          title="There is no instance to make tokens"
          text="Registration tokens are made by a running instance. Set INSTANCE_API_URL to the address of its API, and restart the panel."
          action={
            <Link href="/settings/register" className={buttonVariants()}>
              Open Registration
            </Link>
          }
        />
      ) : (
        <TokenMaker facts={await registrationFacts()} />
      )}
    </>
  );
}
