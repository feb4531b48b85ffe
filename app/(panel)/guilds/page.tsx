import type { Metadata } from "next";
import { DirectoryTabs } from "@/components/provisioning/directory-tabs";
import { KeptThere } from "@/components/provisioning/kept-by-instance";
import { GuildTable } from "@/components/provisioning/guilds/guild-table";
import { NewGuild } from "@/components/provisioning/guilds/new-guild";
import { PageHeader } from "@/components/ui/page-header";
import { instanceApi } from "@/lib/server/instance";
import { requireOperator } from "@/lib/server/operators";
import { guildPage } from "@/lib/server/panel-api";

export const metadata: Metadata = { title: "Guilds" };

export default async function GuildsPage() {
  const operator = await requireOperator();
  const url = instanceApi();
  if (url !== null) {
    return (
      <>
        <PageHeader title="Guilds" description="The guilds of your instance." />
        <DirectoryTabs />
        <KeptThere
          what="Guilds"
          text="Create and manage guilds with a client. The wizard offers the guilds of the account that you connect."
          url={url}
        />
      </>
    );
  }
  return (
    <>
      <PageHeader title="Guilds" description="Every guild of this instance." actions={<NewGuild />} />
      <DirectoryTabs />
      <GuildTable initial={await guildPage(operator, {})} />
    </>
  );
}
