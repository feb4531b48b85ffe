import type { Metadata } from "next";
import { KeptThere } from "@/components/directory/kept-there";
import { GuildTable } from "@/components/directory/guild-table";
import { NewGuild } from "@/components/directory/new-guild";
import { PageHeader } from "@/components/ui/page-header";
import { instanceApi } from "@/lib/instance";
import { requireOperator } from "@/lib/operators";
import { guildsFor } from "@/lib/panel";

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
