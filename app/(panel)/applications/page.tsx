import type { Metadata } from "next";
import { Link } from "@/components/ui/link";
import { BotList } from "@/components/provisioning/bots/bot-list";
import { AccountGate } from "@/components/provisioning/beside/account-gate";
import { RemoteBotList } from "@/components/provisioning/beside/remote-bot-list";
import { buttonVariants } from "@/components/ui/button";
import { PageHeader } from "@/components/ui/page-header";
import { instanceApi } from "@/lib/server/instance";
import { requireOperator } from "@/lib/server/operators";
import { botPage } from "@/lib/server/panel-api";

export const metadata: Metadata = { title: "Bots" };

export default async function ApplicationsPage() {
  const operator = await requireOperator();
  if (instanceApi() !== null) {
    return (
      <>
        <PageHeader
          title="Bots"
          description="The applications of an account of your instance, with their bots."
          actions={
            <Link href="/applications/new" className={buttonVariants({ variant: "primary" })}>
              Create bot
            </Link>
          }
        />
        <AccountGate why="You see the bots of the account that you connect.">
          <RemoteBotList />
        </AccountGate>
      </>
    );
  }
  return (
    <>
      <PageHeader
        title="Bots"
        description="Programs that take part in guilds: whose they are, where they are, and what they may do there."
        actions={
          <Link href="/applications/new" className={buttonVariants({ variant: "primary" })}>
            Create bot
          </Link>
        }
      />
      <BotList initial={await botPage(operator, {})} />
    </>
  );
}
