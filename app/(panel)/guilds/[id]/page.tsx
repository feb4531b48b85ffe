import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { orNotFound } from "@/app/or-not-found";
import { GuildView } from "@/components/provisioning/guilds/guild-view";
import { isSnowflake } from "@/lib/shared/chat/snowflake";
import type { Instance } from "@/lib/server/instance";
import { requireSession } from "@/app/session";
import { core } from "@/lib/core";

export const metadata: Metadata = { title: "Guild" };

export default async function GuildPage({ params }: PageProps<"/guilds/[id]">) {
  const instance = await core().panel.instanceFor(await requireSession());
  const { id } = await params;
  if (!isSnowflake(id)) notFound();
  const initial = instance.isNear ? await orNotFound(shown(instance, id), "unknown-guild") : undefined;
  return <GuildView id={id} initial={initial} />;
}

async function shown({ guilds }: Instance, id: string) {
  const [guild, people, bots] = await Promise.all([
    guilds.get(id),
    guilds.members(id, {}),
    guilds.members(id, { bots: true }),
  ]);
  return { guild, people, bots };
}
