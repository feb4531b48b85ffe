"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { applicationsQuery } from "@/lib/queries/applications";
import { createBot } from "@/lib/queries/create-bot";
import { failureOf } from "./failure";
import { StepFrame } from "./step-frame";
import type { WizardApplication } from "./use-create-application";

export function BotStep({
  application,
  onToken,
  onSkip,
}: {
  application: WizardApplication;
  onToken: (token: string) => void;
  /** Goes on with the token that the operator has already; offered when the bot exists. */
  onSkip: () => void;
}) {
  const client = useQueryClient();
  const create = useMutation({
    mutationFn: () => createBot(application.id),
    onSuccess: async ({ token }) => {
      await client.invalidateQueries({ queryKey: applicationsQuery().queryKey });
      onToken(token);
    },
  });
  const { name, hasBot } = application;
  return (
    <StepFrame
      title={hasBot ? `Get a token for ${name}` : `Create the bot of ${name}`}
      text={
        hasBot
          ? "The bot exists. A fresh token is made for it; tokens that it has already go on working."
          : "The bot is a user of this instance. It signs in with a token, which is shown on the next page and never again."
      }
      action={hasBot ? "Create token" : "Create bot"}
      busy={create.isPending}
      onSubmit={() => create.mutate()}
      failure={failureOf(create.error, hasBot ? "No token was created" : "The bot could not be created")}
    >
      <dl className="grid gap-x-6 gap-y-1 text-sm sm:grid-cols-[auto_1fr]">
        <dt className="text-muted-foreground">Application</dt>
        <dd className="break-words">{name}</dd>
        <dt className="text-muted-foreground">Application id</dt>
        <dd className="font-mono break-all">{application.id}</dd>
      </dl>
      {hasBot ? (
        <p className="text-sm text-muted-foreground">
          With a token at hand already,{" "}
          <button type="button" className="text-accent-text underline underline-offset-4" onClick={onSkip}>
            go on without a new one
          </button>
          .
        </p>
      ) : null}
    </StepFrame>
  );
}
