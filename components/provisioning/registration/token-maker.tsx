"use client";

import { useState } from "react";
import type { RegistrationToken } from "@/lib/shared/contract/instance";
import { AccountGate } from "../account/account-gate";
import { useInstance } from "../account/instance-provider";
import { NeededNote } from "./needed-note";
import { type RegistrationFacts, TokenForm } from "./token-form";
import { TokenList } from "./token-list";

/** Makes registration tokens at the upstream instance. They exist in this component only, until it is left. */
export function TokenMaker({ facts }: { facts: RegistrationFacts }) {
  const { account } = useInstance();
  const [made, setMade] = useState<{ tokens: RegistrationToken[]; endsAt: number } | null>(null);
  return (
    <AccountGate why="It makes the tokens, and needs the right to do so." orOperator>
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
