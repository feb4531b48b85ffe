import type { Metadata } from "next";
import { AccountGate } from "@/components/provisioning/account/account-gate";
import { BotList } from "@/components/provisioning/bots/bot-list";
import { buttonVariants } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { PageHeader } from "@/components/ui/page-header";
import { requireSession } from "@/app/session";
import { core } from "@/lib/core";
import { actionRefusal } from "@/lib/shared/role";
import { standingOf } from "@/lib/shared/settings/refusal";

export const metadata: Metadata = { title: "Bots" };

export default async function ApplicationsPage() {
  const session = await requireSession();
  const { bots, isNear, capabilities } = await core().panel.instanceFor(session);
  const refusal = actionRefusal(standingOf(session));
  return (
    <>
      <PageHeader
        title="Bots"
        description={
          capabilities.everyBot === true
            ? "Bots on this instance, who owns them, and the guilds they are in."
            : "The bots of the connected account."
        }
        actions={
          refusal === null ? (
            <Link href="/applications/new" className={buttonVariants({ variant: "primary" })}>
              Create bot
            </Link>
          ) : null
        }
      />
      <AccountGate why="Shows the bots of the account that you connect.">
        <BotList initial={isNear ? await bots.page({}) : undefined} />
      </AccountGate>
    </>
  );
}
