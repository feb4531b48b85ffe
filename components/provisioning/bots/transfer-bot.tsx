"use client";

import * as z from "zod/mini";
import { choiceField } from "@/components/shell/form/choice-field";
import { FormDialog } from "@/components/shell/form/form-dialog";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import type { BotDetail } from "@/lib/shared/contract/bots";
import { allBots, editBot } from "../queries/bots";

const chosen = z.string().check(z.minLength(1, "Choose the new owner."));

export function TransferBot({ bot }: { bot: BotDetail }) {
  const others = bot.heirs.filter(({ id }) => id !== bot.owner?.id);
  if (others.length === 0) {
    return (
      <p className="text-muted-foreground">
        There is no other operator to transfer the bot to.{" "}
        <Link href="/operators" className="text-accent-text underline">
          Add an operator
        </Link>
      </p>
    );
  }
  const options = [
    ["", "Choose an operator"] as const,
    ...others.map(({ id, username }) => [id, username] as const),
  ];
  return (
    <FormDialog
      trigger={<Button>Transfer…</Button>}
      title={`Transfer ${bot.name}`}
      description={`${bot.owner?.username} can no longer issue tokens for the bot. The bot's token and guilds do not change.`}
      action="Transfer bot"
      fields={{ ownerId: choiceField({ label: "New owner" }, options, { check: chosen }) }}
      request={({ ownerId }) => editBot(bot.id, { ownerId })}
      changes={allBots}
      done={({ owner }) => `${bot.name} belongs to ${owner?.username}`}
    />
  );
}
