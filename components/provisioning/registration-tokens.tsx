"use client";

import { useEffect, useRef, useState } from "react";
import * as z from "zod/mini";
import { FormFailure, FormField, SubmitButton } from "@/components/shell/form/form-parts";
import { useRequestForm } from "@/components/shell/form/use-request-form";
import { Button } from "@/components/ui/button";
import { Card, CardContent, CardDescription, CardFooter, CardHeader, CardTitle } from "@/components/ui/card";
import { CopyButton } from "@/components/ui/copy-button";
import { Input } from "@/components/ui/input";
import { Link } from "@/components/ui/link";
import { Moment } from "@/components/ui/moment";
import type { RegistrationToken } from "@/lib/shared/contract/instance";
import { AccountGate } from "./account/account-gate";
import { useInstance } from "./account/instance-provider";
import { createRegistrationTokens } from "./queries/instance";
import { type ShownToken, useShownToken, useUnsavedTokenGuard } from "./shown-token";

interface RegistrationFacts {
  /** `security.defaultRegistrationTokenExpiration` in milliseconds. */
  lifetime: number;
  needed: "closed" | "invite" | null;
}

/** Creates registration tokens on the running instance. They are shown until the operator leaves the page. */
export function TokenMaker({ facts }: { facts: RegistrationFacts }) {
  const { account } = useInstance();
  const [newTokens, show] = useShownToken(shownId);
  return (
    <AccountGate why="This account creates the tokens and needs the right to create them." orOperator>
      <div className="flex flex-col gap-4">
        <NeededNote needed={facts.needed} />
        {newTokens === null ? (
          <TokenForm
            key={account?.id}
            onMade={(tokens) => show(registrationTokens(tokens, Date.now() + facts.lifetime))}
          />
        ) : (
          <TokenList shown={newTokens} onDone={() => show(null)} />
        )}
      </div>
    </AccountGate>
  );
}

const shownId = "registration-tokens";

function registrationTokens(tokens: readonly RegistrationToken[], endsAt: number): ShownToken {
  const isMany = tokens.length > 1;
  const noun = tokens.every(({ link }) => link !== null) ? "link" : "token";
  return {
    token: tokens.map(({ token, link }) => link ?? token).join("\n"),
    id: shownId,
    ownerName: isMany ? `${tokens.length} people` : "one person",
    label: `New ${noun}s`,
    noun: isMany ? `${noun}s` : noun,
    endsAt,
  };
}

const sentences = {
  closed: "Registration is closed: only people with a token can create an account.",
  invite: "People need an invite to a guild or one of these tokens to register.",
  none: "Registration is open: people can create an account without a token.",
};

function NeededNote({ needed }: Pick<RegistrationFacts, "needed">) {
  return (
    <p className="max-w-prose text-muted-foreground">
      {sentences[needed ?? "none"]}{" "}
      <Link href="/settings/register#register.disabled" className="text-accent-text underline">
        {needed === null ? "Close registration or require an invite" : "Who may register"}
      </Link>
    </p>
  );
}

const whole = (least: number, most: number) =>
  z
    .string()
    .check(
      z.refine(
        (typed) => /^\d{1,3}$/.test(typed.trim()) && Number(typed) >= least && Number(typed) <= most,
        `Enter a whole number from ${least} to ${most}.`,
      ),
    );
/** A token of 16 characters cannot be guessed. The instance stores at most 255 characters. */
const schema = z.object({ count: whole(1, 100), length: whole(16, 255) });

const fields = [
  { name: "count", label: "How many", help: "1 to 100. Each person needs a token." },
  { name: "length", label: "Characters", help: "Length of each token, 16 to 255." },
] as const;

function TokenForm({ onMade }: { onMade: (tokens: RegistrationToken[]) => void }) {
  const { form, errors, submit, isBusy } = useRequestForm({
    schema,
    initial: { count: "1", length: "32" },
    request: ({ count, length }) =>
      createRegistrationTokens({ count: Number(count), length: Number(length) }),
    onDone: onMade,
  });
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Card className="max-w-220" title="New tokens">
        <CardContent className="flex flex-col gap-4">
          <FormFailure message={errors.root?.message} title="No tokens were created" />
          <div className="flex flex-wrap gap-x-6 gap-y-4">
            {fields.map(({ name, ...words }) => (
              <FormField key={name} {...words} error={errors[name]?.message}>
                {(control) => (
                  <Input {...control} {...form.register(name)} inputMode="numeric" className="w-32" />
                )}
              </FormField>
            ))}
          </div>
        </CardContent>
        <CardFooter>
          <SubmitButton variant="primary" busy={isBusy}>
            Create tokens
          </SubmitButton>
        </CardFooter>
      </Card>
    </form>
  );
}

interface TokenListProps {
  shown: ShownToken;
  onDone: () => void;
}

/** Shows the new tokens. They are shown only once. */
function TokenList({ shown, onDone }: TokenListProps) {
  const { token: all, noun, label, endsAt } = shown;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const texts = all.split("\n");
  const [copied, setCopied] = useState<readonly string[]>([]);
  useUnsavedTokenGuard(
    shown,
    texts.every((text) => copied.includes(text)),
  );
  return (
    <Card>
      <CardHeader>
        <CardTitle ref={heading} tabIndex={-1} className="outline-none">
          Your {texts.length === 1 ? "" : `${texts.length} `}new {noun}
        </CardTitle>
        <CardDescription>
          Each token lets one person register. The panel does not store them and will not show them again.
          With the current lifetime setting, they work until {endsAt ? <Moment at={endsAt} /> : null}, unless
          the instance has not loaded that setting yet.{" "}
          <Link
            href="/settings/security#security.defaultRegistrationTokenExpiration"
            className="text-accent-text underline"
          >
            Change the lifetime
          </Link>
        </CardDescription>
      </CardHeader>
      <CardContent className="flex flex-col gap-4">
        {noun.startsWith("link") ? null : (
          <p className="max-w-prose text-muted-foreground">
            There is no link, because no front page is set in the instance or the settings. Clients can
            register with <code className="wrap-anywhere">/register?token=…</code>.{" "}
            <Link href="/settings/general#general.frontPage" className="text-accent-text underline">
              Set the front page
            </Link>
          </p>
        )}
        <ol aria-label={label} className="divide-y rounded-lg border">
          {texts.map((text, index) => (
            <li key={text} className="flex items-center gap-2 py-1 pr-1 pl-4">
              <code className="min-w-0 flex-1 text-sm break-all">{text}</code>
              <CopyButton
                value={text}
                label={`Copy ${noun.replace(/s$/, "")} ${index + 1}`}
                onCopied={() => setCopied((before) => [...before, text])}
              />
            </li>
          ))}
        </ol>
      </CardContent>
      <CardFooter className="flex flex-wrap gap-2">
        {texts.length > 1 ? (
          <CopyButton
            value={all}
            label={`Copy all ${noun}`}
            size="md"
            variant="secondary"
            onCopied={() => setCopied(texts)}
          />
        ) : null}
        <Button onClick={onDone}>Create more</Button>
      </CardFooter>
    </Card>
  );
}
