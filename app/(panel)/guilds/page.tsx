import type { Metadata } from "next";
import { GuildTable } from "@/components/directory/guild-table";
import { NewGuild } from "@/components/directory/new-guild";
import { PageHeader } from "@/components/ui/page-header";
import { requireOperator } from "@/lib/operators";
import { guildsFor } from "@/lib/panel";

export const metadata: Metadata = { title: "Guilds" };

export default async function GuildsPage() {
  const operator = await requireOperator();
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
