import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { GuildView } from "@/components/provisioning/guilds/guild-view";
import { AppError } from "@/lib/errors";
import { isSnowflake } from "@/lib/shared/chat/snowflake";
import type { Instance } from "@/lib/server/instance";
import { requireSession } from "@/lib/server/operators";
import { instanceFor } from "@/lib/server/panel-api";

export const metadata: Metadata = { title: "Guild" };

export default async function GuildPage({ params }: PageProps<"/guilds/[id]">) {
  const instance = await instanceFor(await requireSession());
  const { id } = await params;
  if (!isSnowflake(id)) notFound();
  return <GuildView id={id} initial={instance.isNear ? await shown(instance, id) : undefined} />;
}

async function shown({ guilds }: Instance, id: string) {
  try {
    const [guild, people, bots] = await Promise.all([
      guilds.get(id),
      guilds.members(id, {}),
      guilds.members(id, { bots: true }),
    ]);
    return { guild, people, bots };
  } catch (error) {
    if (error instanceof AppError && error.code === "unknown-guild") notFound();
    throw error;
  }
}
