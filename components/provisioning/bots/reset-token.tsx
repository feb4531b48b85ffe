"use client";

import { useState } from "react";
import * as z from "zod/mini";
import { FormDialog } from "@/components/shell/form/form-dialog";
import { PasswordField, passwordCheck } from "@/components/shell/form/password-field";
import { useRequestForm } from "@/components/shell/form/use-request-form";
import { Button } from "@/components/ui/button";
import type { BotDetail } from "@/lib/shared/contract/bots";
import { wordsOf } from "../account/failure";
import { useFileSummary } from "@/components/settings/store/config-file";
import { editionOf } from "@/lib/shared/settings/editions";
import { useInstance } from "../account/instance-provider";
import { resetToken } from "../queries/bots";
import { TokenBox } from "../token-box";
import { botToken } from "./env-file";
import type { BotAddresses } from "./start-code";

const schema = z.object({ password: passwordCheck });

/** Replaces the bot's token. The new one exists in this page only, until it is hidden. */
export function ResetToken({ bot, addresses }: { bot: BotDetail; addresses: BotAddresses }) {
  const [open, setOpen] = useState(false);
  const { isReady } = useInstance();
  const tokenReset = useTokenReset();
  const [token, setToken] = useState<string | null>(null);
  const [isKept, setKept] = useState(false);
  const { form, errors, submit, isBusy, refusal } = useRequestForm({
    schema,
    initial: { password: "" },
    request: ({ password }) => resetToken(bot.id, password),
    onDone(answer) {
      form.reset();
      setOpen(false);
      setKept(false);
      setToken(answer.token);
    },
  });

  if (token !== null) {
    return (
      <div className="flex flex-col gap-3" role="status">
        <p>This is the new token. It is not stored here and will not be shown again.</p>
        <TokenBox shown={botToken(bot, addresses, token)} isKept={isKept} onKept={() => setKept(true)} />
        <Button className="self-start" onClick={() => setToken(null)}>
          Hide token
        </Button>
      </div>
    );
  }
  return (
    <FormDialog
      open={open && isReady}
      onOpenChange={(next) => {
        setOpen(next);
        form.reset();
      }}
      trigger={<Button variant="danger">Reset token…</Button>}
      title={`Reset the token of ${bot.name}?`}
      description={tokenReset}
      action="Reset token"
      tone="danger"
      busy={isBusy}
      failure={errors.root ? wordsOf(refusal) : undefined}
      onSubmit={submit}
    >
      <PasswordField {...form.register("password")} error={errors.password?.message} />
    </FormDialog>
  );
}

/** What becomes of the old token, at the instance that the bots are on. */
export function useTokenReset(): string {
  const { mode } = useInstance();
  const { naming } = useFileSummary();
  return editionOf(mode === "standalone" ? "neutral" : naming).tokenReset;
}
