"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { FormDialog } from "@/components/shell/form/form-dialog";
import { Button } from "@/components/ui/button";
import { useInstance, useInstanceAccess } from "../account/instance-provider";
import type { InstanceBot } from "../queries/instance-bots";
import { isNotOffered } from "../queries/instance-request";
import { resetInstanceToken } from "../queries/reset-instance-token";
import { NotOffered } from "./not-offered";
import { tellFailure } from "./tell-failure";

/** Replaces the bot's token at the instance. */
export function ResetRemoteToken({ bot, onToken }: { bot: InstanceBot; onToken: (token: string) => void }) {
  const [open, setOpen] = useState(false);
  const access = useInstanceAccess();
  const { connected } = useInstance();
  const reset = useMutation({
    mutationFn: () => resetInstanceToken(access(), bot.id),
    // The answer is the token: nothing of it is kept beside what the page shows.
    gcTime: 0,
    onSuccess(token) {
      setOpen(false);
      onToken(token);
      reset.reset();
    },
  });
  if (isNotOffered(reset.error)) return <NotOffered what="reset a bot's token" />;
  return (
    <FormDialog
      open={open && connected !== null}
      onOpenChange={(next) => {
        setOpen(next);
        reset.reset();
      }}
      trigger={<Button variant="danger">Reset token…</Button>}
      title={`Reset the token of ${bot.name}?`}
      description="Programs that use the old token stop working at once, until they have the new one."
      action="Reset token"
      tone="danger"
      busy={reset.isPending}
      failure={tellFailure(reset.error)}
      onSubmit={(event) => {
        event.preventDefault();
        reset.mutate();
      }}
    >
      <p>The new token is shown once, on this page.</p>
    </FormDialog>
  );
}
