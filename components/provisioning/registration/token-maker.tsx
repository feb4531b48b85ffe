"use client";

import { useState } from "react";
import { useInstance } from "../account/instance-provider";
import { AccountGate } from "../beside/account-gate";
import type { RegistrationToken } from "../queries/create-registration-tokens";
import { NeededNote } from "./needed-note";
import type { RegistrationFacts } from "./registration-facts";
import { TokenForm } from "./token-form";
import { TokenList } from "./token-list";

/** Makes registration tokens at the upstream instance. They exist in this component only, until it is left. */
export function TokenMaker({ facts }: { facts: RegistrationFacts }) {
  const { connected } = useInstance();
  const [made, setMade] = useState<{ tokens: RegistrationToken[]; endsAt: number } | null>(null);
  return (
    <AccountGate why="It makes the tokens, and needs the right to do so.">
      <div className="flex flex-col gap-4">
        <NeededNote needed={facts.needed} />
        {made === null ? (
          <TokenForm
            key={connected?.number}
            facts={facts}
            onMade={(tokens) => setMade({ tokens, endsAt: Date.now() + facts.lifetime })}
          />
        ) : (
          <TokenList {...made} onDone={() => setMade(null)} />
        )}
      </div>
    </AccountGate>
  );
}
