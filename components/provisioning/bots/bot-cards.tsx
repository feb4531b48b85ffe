"use client";

import * as z from "zod/mini";
import { useFileSummary } from "@/components/settings/store/config-form";
import { choiceField } from "@/components/shell/form/dialog-fields";
import { FormDialog } from "@/components/shell/form/form-dialog";
import { Button } from "@/components/ui/button";
import { Card, CardContent } from "@/components/ui/card";
import { Link } from "@/components/ui/link";
import type { BotDetail } from "@/lib/shared/contract/bots";
import { editionOf } from "@/lib/shared/settings/editions";
import { useInstance } from "../account/instance-provider";
import { DeleteForGood } from "../delete-for-good";
import { allBots, deleteBot, editBot, resetToken } from "../queries/bots";
import { TokenOnce } from "../token-box";
import { useShownToken } from "../shown-token";
import { BotGuilds } from "./bot-guilds";
import { InviteCard } from "./invite-card";
import { StartCard } from "./start-card";
import { type BotAddresses, botToken } from "./start-code";

export function BotCards({ bot, addresses }: { bot: BotDetail; addresses: BotAddresses }) {
  const { lacks } = useInstance();
  const tokenReset = useTokenReset();
  const noTransfer = lacks("botTransfer");
  return (
    <div className="grid items-start gap-4 xl:grid-cols-[2fr_1fr]">
      <div className="flex min-w-0 flex-col gap-4">
        {bot.hasBot || bot.guilds !== null ? <BotGuilds bot={bot} /> : null}
        {bot.hasBot ? <StartCard addresses={addresses} /> : null}
        {bot.description ? (
          <Card title="Description">
            <CardContent>
              <p className="break-words whitespace-pre-wrap">{bot.description}</p>
            </CardContent>
          </Card>
        ) : null}
      </div>
      <div className="flex min-w-0 flex-col gap-4">
        {bot.hasBot ? (
          <Card
            title="Token"
            description={
              <>
                Shown only once, when it was created. If the token is lost or leaked, replace it. {tokenReset}
              </>
            }
          >
            <CardContent>
              <ResetToken bot={bot} addresses={addresses} />
            </CardContent>
          </Card>
        ) : null}
        {bot.invite ? <InviteCard bot={bot} invite={bot.invite} /> : null}
        <Card
          title="Ownership"
          description={noTransfer ?? "The owner can issue tokens through the instance API."}
        >
          <CardContent className="flex flex-wrap gap-2">
            {noTransfer === null ? <TransferBot bot={bot} /> : null}
            <DeleteBot bot={bot} />
          </CardContent>
        </Card>
      </div>
    </div>
  );
}

/** Replaces the bot's token. Only this page contains the new token, until the operator hides it. */
function ResetToken({ bot, addresses }: { bot: BotDetail; addresses: BotAddresses }) {
  const { isReady } = useInstance();
  const tokenReset = useTokenReset();
  const [shown, show] = useShownToken(bot.id);
  if (shown !== null) return <TokenOnce shown={shown} onHide={() => show(null)} />;
  return (
    <FormDialog
      trigger={<Button variant="danger-outline">Reset token…</Button>}
      isHidden={!isReady}
      title={`Reset the token of ${bot.name}?`}
      description={tokenReset}
      action="Reset token"
      tone="danger"
      fields={{}}
      request={() => resetToken(bot.id)}
      onDone={({ token }) => show(botToken(bot, addresses, token))}
    />
  );
}

/** Returns a sentence about what a reset does to the old token. The sentence depends on the instance. */
function useTokenReset(): string {
  const { mode } = useInstance();
  const { naming } = useFileSummary();
  return editionOf(mode === "standalone" ? "neutral" : naming).tokenReset;
}

const chosenOwner = z.string().check(z.minLength(1, "Choose the new owner."));

function TransferBot({ bot }: { bot: BotDetail }) {
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
      fields={{ ownerId: choiceField({ label: "New owner" }, options, { check: chosenOwner }) }}
      request={({ ownerId }) => editBot(bot.id, { ownerId })}
      changes={allBots}
      done={({ owner }) => `${bot.name} belongs to ${owner?.username}`}
    />
  );
}

function DeleteBot({ bot }: { bot: BotDetail }) {
  const count = bot.guilds?.length;
  const guilds = count === undefined ? "every guild" : count === 1 ? "its guild" : `its ${count} guilds`;
  const leaves = count === 0 ? "is deleted" : `leaves ${guilds}`;
  return (
    <DeleteForGood
      what="bot"
      name={bot.name}
      consequences={`It ${leaves} permanently, and its tokens stop working.`}
      request={() => deleteBot(bot.id)}
      list="/applications"
      queries={allBots}
    />
  );
}
