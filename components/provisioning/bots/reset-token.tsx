"use client";

import { useFileSummary } from "@/components/settings/store/config-file";
import { FormDialog } from "@/components/shell/form/form-dialog";
import { Button } from "@/components/ui/button";
import type { BotDetail } from "@/lib/shared/contract/bots";
import { editionOf } from "@/lib/shared/settings/editions";
import { useInstance } from "../account/instance-provider";
import { resetToken } from "../queries/bots";
import { TokenOnce } from "../token-box";
import { useShownToken } from "../token-keeper";
import { botToken } from "./env-file";
import type { BotAddresses } from "./start-code";

/** Replaces the bot's token. Only this page contains the new token, until the operator hides it. */
export function ResetToken({ bot, addresses }: { bot: BotDetail; addresses: BotAddresses }) {
  const { isReady } = useInstance();
  const tokenReset = useTokenReset();
  const [shown, show] = useShownToken(bot.id);
  if (shown !== null) return <TokenOnce shown={shown} onHide={() => show(null)} />;
  return (
    <FormDialog
      trigger={<Button variant="danger">Reset token…</Button>}
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

/** A sentence about what a reset does to the old token. The sentence depends on the instance. */
export function useTokenReset(): string {
  const { mode } = useInstance();
  const { naming } = useFileSummary();
  return editionOf(mode === "standalone" ? "neutral" : naming).tokenReset;
}
