"use client";

import type { BotDetail } from "@/lib/shared/contract/bots";
import { DeleteForGood } from "../delete-for-good";
import { allBots, deleteBot } from "../queries/bots";

export function DeleteBot({ bot }: { bot: BotDetail }) {
  const guilds = bot.guilds.length === 1 ? "its guild" : `its ${bot.guilds.length} guilds`;
  const leaves = bot.guilds.length === 0 ? "is gone" : `leaves ${guilds}`;
  return (
    <DeleteForGood
      what="bot"
      name={bot.name}
      consequences={`It ${leaves} for good, and no token of it works any more.`}
      request={(password) => deleteBot(bot.id, password)}
      list="/applications"
      queries={allBots}
    />
  );
}
