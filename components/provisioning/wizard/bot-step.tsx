"use client";

import { useState } from "react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { RequestError } from "@/components/shell/queries/call";
import { Checkbox } from "@/components/ui/checkbox";
import { Label } from "@/components/ui/input";
import { Link } from "@/components/ui/link";
import { failureOf } from "../account/failure";
import { allBots, applicationsQuery, issueToken } from "../queries/bots";
import { type ShownToken, useAskBeforeUnload } from "../shown-token";
import { TokenBox } from "../token-box";
import { StepFrame, TextButton } from "./step-frame";
import type { WizardApplication } from "./use-create-application";

function textFor(hasBot: boolean | null): string {
  if (hasBot === null)
    return "If the application already has a bot, the instance creates another token for it.";
  if (!hasBot)
    return "The bot is a user of this instance. It signs in with a token, which the next page shows only once.";
  return "The bot exists. Create another token? Existing tokens keep working.";
}

/**
 * Shown until the instance has reported whether the application has a bot. The layout stays the same
 * afterward, so that no button moves under the pointer.
 */
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

interface BotStepProps {
  application: WizardApplication;
  onToken: (token: string) => void;
  /** Called if the operator already has the bot's token. Offered only if the bot exists. */
  onSkip: () => void;
}

export function BotStep({ application, onToken, onSkip }: BotStepProps) {
  const client = useQueryClient();
  const create = useMutation({
    mutationFn: () => issueToken(application.id),
    // The response contains the token, so the mutation cache must not store it after the component unmounts.
    gcTime: 0,
    onSuccess: ({ token }) => {
      onToken(token);
      void client.invalidateQueries({ queryKey: applicationsQuery().queryKey });
      void client.invalidateQueries(allBots);
    },
  });
  useAskBeforeUnload(create.isPending);
  const { name, hasBot } = application;
  const failure = failureOf(create.error, hasBot ? "No token was created" : "The bot could not be created");
  const isUnknown = create.error instanceof RequestError && create.error.isUnknown;
  return (
    <StepFrame
      title={hasBot ? `Get a token for ${name}` : `Create the bot of ${name}`}
      text={textFor(hasBot)}
      action={hasBot ? "Create token" : "Create bot"}
      busy={create.isPending}
      onSubmit={() => create.mutate()}
      failure={failure}
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

export function TokenStep({ shown, onDone }: { shown: ShownToken; onDone: () => void }) {
  const [isTokenSaved, setIsTokenSaved] = useState(false);
  return (
    <StepFrame
      title="Save the bot's token"
      text="Anybody with this token can act as the bot. The panel does not store it and will not show it again."
      action="Choose a guild"
      missing={isTokenSaved ? undefined : "Copy or download the token first."}
      onSubmit={onDone}
    >
      <TokenBox shown={shown} isKept={isTokenSaved} onKept={() => setIsTokenSaved(true)} />
      <div className="flex items-center gap-3">
        <Checkbox
          id="token-kept"
          checked={isTokenSaved}
          onCheckedChange={(checked) => setIsTokenSaved(checked === true)}
        />
        <Label htmlFor="token-kept">I stored the token in a safe place</Label>
      </div>
    </StepFrame>
  );
}
