import type { Metadata } from "next";
import { Link } from "@/components/ui/link";
import { BotList } from "@/components/provisioning/bots/bot-list";
import { KeptThere } from "@/components/provisioning/kept-by-instance";
import { buttonVariants } from "@/components/ui/button";
import { PageHeader } from "@/components/ui/page-header";
import { instanceApi } from "@/lib/server/instance";
import { requireOperator } from "@/lib/server/operators";
import { botPage } from "@/lib/server/panel-api";

export const metadata: Metadata = { title: "Bots" };

export default async function ApplicationsPage() {
  const operator = await requireOperator();
  const url = instanceApi();
  if (url !== null) {
    return (
      <>
        <PageHeader title="Bots" description="The bots of your instance." />
        <KeptThere
          what="Bots"
          text="They belong to accounts of the instance, and are listed there. New ones are made by the wizard here, in the name of an account that you connect."
          url={url}
        />
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
