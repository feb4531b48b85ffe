"use client";

import type { BotDetail } from "@/lib/shared/contract/bots";
import { DeleteForGood } from "../delete-for-good";
import { allBots, deleteBot } from "../queries/bots";

export function DeleteBot({ bot }: { bot: BotDetail }) {
  const count = bot.guilds?.length;
  const guilds = count === undefined ? "every guild" : count === 1 ? "its guild" : `its ${count} guilds`;
  const leaves = count === 0 ? "is gone" : `leaves ${guilds}`;
  return (
    <DeleteForGood
      what="bot"
      name={bot.name}
      consequences={`It ${leaves} for good, and no token of it works any more.`}
      request={() => deleteBot(bot.id)}
      list="/applications"
      queries={allBots}
    />
  );
}
