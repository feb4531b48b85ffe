"use client";

import type { GuildDetail } from "@/lib/shared/contract/guilds";
import { DeleteForGood } from "../delete-for-good";
import { allGuilds, deleteGuild } from "../queries/guilds";

const count = (amount: number, one: string, many: string) =>
  `${amount.toLocaleString("en")} ${amount === 1 ? one : many}`;

/** What goes with the guild, in sentences. */
function consequences(guild: GuildDetail): string {
  const [memberCount, botCount] = [guild.memberCount ?? 0, guild.botCount ?? 0];
  const people = count(memberCount - botCount, "person loses", "people lose");
  const bots =
    botCount === 0
      ? ""
      : ` ${count(botCount, "bot leaves it with its role and goes", "bots leave it with their roles and go")} on elsewhere.`;
  return `${people} their place and their roles in it.${bots}`;
}

export function DeleteGuild({ guild }: { guild: GuildDetail }) {
  return (
    <DeleteForGood
      what="guild"
      name={guild.name}
      consequences={consequences(guild)}
      request={() => deleteGuild(guild.id)}
      list="/guilds"
      queries={allGuilds}
    />
  );
}
