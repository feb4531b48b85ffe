"use client";

import { useState } from "react";
import type { RegistrationToken } from "@/lib/shared/contract/instance";
import { AccountGate } from "../account/account-gate";
import { useInstance } from "../account/instance-provider";
import { type RegistrationFacts, TokenForm } from "./token-form";
import { TokenList } from "./token-list";
import { Link } from "@/components/ui/link";

/**
 * Creates registration tokens at the running instance. Only this component contains the tokens, so they are gone when
 * the operator leaves the page.
 */
export function TokenMaker({ facts }: { facts: RegistrationFacts }) {
  const { account } = useInstance();
  const [made, setMade] = useState<{ tokens: RegistrationToken[]; endsAt: number } | null>(null);
  return (
    <AccountGate why="This account creates the tokens and needs the right to create them." orOperator>
      <div className="flex flex-col gap-4">
        <NeededNote needed={facts.needed} />
        {made === null ? (
          <TokenForm
            key={account?.id}
            onMade={(tokens) => setMade({ tokens, endsAt: Date.now() + facts.lifetime })}
          />
        ) : (
          <TokenList {...made} onDone={() => setMade(null)} />
        )}
      </div>
    </AccountGate>
  );
}

const sentences = {
  closed: "Registration is closed: only people with a token can create an account.",
  invite: "People need an invite to a guild or one of these tokens to register.",
  none: "Registration is open: people can create an account without a token.",
};

/** States whether people need a token to register, according to the current file. */
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
