"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { type ShownToken, useTokenKeeper } from "./token-keeper";
import { TokenText } from "./token-text";

interface TokenBoxProps {
  shown: ShownToken;
  /** Whether the operator has copied or downloaded the token. If not, leaving the page asks for confirmation. */
  isKept: boolean;
  onKept: () => void;
}

/** Shows a token that is shown only once. */
export function TokenBox({ shown, isKept, onKept }: TokenBoxProps) {
  useTokenKeeper(shown, isKept);
  return <TokenText shown={shown} onKept={onKept} />;
}

/** Shows a token on a page that stays open, with a button that hides the token. */
export function TokenOnce({ shown, onHide }: { shown: ShownToken; onHide: () => void }) {
  const [isKept, setKept] = useState(false);
  return (
    <div className="flex flex-col gap-3" role="status">
      <p>This is the new token of {shown.of}. The panel does not store it and will not show it again.</p>
      <TokenBox shown={shown} isKept={isKept} onKept={() => setKept(true)} />
      <Button className="self-start" onClick={onHide}>
        Hide token
      </Button>
    </div>
  );
}
