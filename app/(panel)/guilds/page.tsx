import type { Metadata } from "next";
import { KeptThere } from "@/components/provisioning/kept-by-instance";
import { GuildTable } from "@/components/provisioning/guilds/guild-table";
import { NewGuild } from "@/components/provisioning/guilds/new-guild";
import { PageHeader } from "@/components/ui/page-header";
import { instanceApi } from "@/lib/server/instance";
import { requireOperator } from "@/lib/server/operators";
import { guildsFor } from "@/lib/server/panel-api";

export const metadata: Metadata = { title: "Guilds" };

export default async function GuildsPage() {
  const operator = await requireOperator();
  const url = instanceApi();
  if (url !== null) {
    return (
      <>
        <PageHeader title="Guilds" description="The guilds of the existing instance." />
        <KeptThere
          what="Guilds"
          text="Create and manage guilds with a client of the instance. The wizard offers those of the account that you connect."
          url={url}
        />
      </>
    );
  }
  return (
    <>
      <PageHeader
        title="Guilds"
        description="The guilds of this instance's directory."
        actions={<NewGuild />}
      />
      <GuildTable initial={await guildsFor(operator)} />
    </>
  );
}
