import type { Metadata } from "next";
import { Ticket } from "lucide-react";
import { Link } from "@/components/ui/link";
import { TokenMaker } from "@/components/provisioning/registration-tokens";
import { buttonVariants } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { UserTabs } from "@/components/shell/page-tabs";
import { PageHeader } from "@/components/ui/page-header";
import { requireSession } from "@/app/session";
import { core } from "@/lib/core";

export const metadata: Metadata = { title: "Registration tokens" };

export default async function RegistrationTokensPage() {
  const { registrationTokens } = (await core().panel.sessionInstances.view(await requireSession()))
    .capabilities;
  return (
    <>
      <PageHeader
        title="Registration tokens"
        description="Links that let people register even when registration is closed."
      />
      <UserTabs />
      {registrationTokens !== true ? (
        <EmptyState
          icon={<Ticket />}
          title="No registration tokens here"
          text={registrationTokens}
          action={
            <Link href="/users" className={buttonVariants()}>
              Open users
            </Link>
          }
        />
      ) : (
        <TokenMaker facts={await core().panel.registrationFacts()} />
      )}
    </>
  );
}
