"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link } from "@/components/ui/link";
import { useInstance, useInstanceAccess } from "../account/instance-provider";
import { applicationsQuery } from "../queries/applications";
import { createBot } from "../queries/create-bot";
import { InstanceError } from "../queries/instance-error";
import { failureOf } from "./failure";
import { StepFrame } from "./step-frame";
import { TextButton } from "./text-button";
import type { WizardApplication } from "./use-create-application";

const whatToCheck =
  "The bot may have been created. Trying again asks for a token of the same bot; if the instance refuses, reset its token on the bot's page.";

function textFor(hasBot: boolean | null, isRemote: boolean): string {
  if (hasBot === null)
    return "If the application already has a bot, the instance creates another token for it.";
  if (!hasBot)
    return "The bot is a user of this instance. It signs in with a token, which the next page shows once.";
  return isRemote
    ? "The bot exists. The instance creates another token for it."
    : "The bot exists, and gets another token. Its other tokens keep working.";
}

/** In the step's place until the upstream instance has told whether there is a bot: nothing moves or changes under a click. */
export function UnansweredBotStep({ id }: { id: string }) {
  return (
    <StepFrame
      title={`Application ${id}`}
      text="Checking whether this application already has a bot."
      action="Create bot"
      busy
      onSubmit={() => {}}
    />
  );
}

export function BotStep({
  application,
  onToken,
  onSkip,
}: {
  application: WizardApplication;
  onToken: (token: string) => void;
  /** Continues with the token that the operator already has; offered when the bot exists. */
  onSkip: () => void;
}) {
  const client = useQueryClient();
  const access = useInstanceAccess();
  const { remote } = useInstance();
  const create = useMutation({
    mutationFn: () => createBot(access(), application.id),
    // The answer is the token: nothing of it is kept beside what the page shows.
    gcTime: 0,
    onSuccess: async ({ token }) => {
      await client.invalidateQueries({ queryKey: applicationsQuery().queryKey });
      onToken(token);
    },
  });
  const { name, hasBot } = application;
  const failure = failureOf(create.error, hasBot ? "No token was created" : "The bot could not be created");
  const isUnknown = remote !== null && create.error instanceof InstanceError && !create.error.hadNoEffect;
  return (
    <StepFrame
      title={hasBot ? `Get a token for ${name}` : `Create the bot of ${name}`}
      text={textFor(hasBot, remote !== null)}
      action={hasBot ? "Create token" : "Create bot"}
      busy={create.isPending}
      onSubmit={() => create.mutate()}
      failure={
        failure && (isUnknown ? { ...failure, message: `${failure.message} ${whatToCheck}` } : failure)
      }
    >
      <dl className="grid gap-x-6 gap-y-1 text-sm sm:grid-cols-[auto_1fr]">
        <dt className="text-muted-foreground">Application</dt>
        <dd className="break-words">{name}</dd>
        <dt className="text-muted-foreground">Application id</dt>
        <dd className="font-mono break-all">{application.id}</dd>
      </dl>
      {isUnknown ? (
        <Link
          href={`/applications/${application.id}`}
          className="self-start text-sm text-accent-text underline underline-offset-4"
        >
          Open the bot&apos;s page
        </Link>
      ) : null}
      {hasBot !== false ? (
        <p className="text-sm">
          <TextButton onClick={onSkip}>Skip: I already have a token</TextButton>
        </p>
      ) : null}
    </StepFrame>
  );
}
