import type { Metadata } from "next";
import { AccountGate } from "@/components/provisioning/account/account-gate";
import { GuildTable, NewGuild } from "@/components/provisioning/guilds/guild-table";
import { InstanceCount, LookUpCard } from "@/components/provisioning/open-by-id";
import { PageHeader } from "@/components/ui/page-header";
import { requireSession } from "@/app/session";
import { core } from "@/lib/core";

export const metadata: Metadata = { title: "Guilds" };

export default async function GuildsPage() {
  const { guilds, isNear, capabilities } = await core().panel.instanceFor(await requireSession());
  const { everyGuild } = capabilities;
  return (
    <>
      <PageHeader
        title="Guilds"
        description={
          everyGuild === true ? (
            "Every guild of this instance."
          ) : (
            <InstanceCount what="guild" otherwise="Guilds of your instance." />
          )
        }
        actions={<NewGuild />}
      />
      {everyGuild === true ? null : <LookUpCard what="guild" page="/guilds" why={everyGuild} />}
      <AccountGate why="Shows the guilds of the account that you connect.">
        <GuildTable initial={isNear ? await guilds.page({}) : undefined} />
      </AccountGate>
    </>
  );
}
