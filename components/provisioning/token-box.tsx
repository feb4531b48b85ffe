"use client";

import { type ReactNode, useState } from "react";
import { Button } from "@/components/ui/button";
import { type ShownToken, useTokenKeeper } from "./token-keeper";
import { TokenText } from "./token-text";

interface TokenBoxProps {
  shown: ShownToken;
  /** Whether somebody has the token; until then, leaving the page asks. */
  isKept: boolean;
  onKept: () => void;
}

/** A token, the only time that it is shown. */
export function TokenBox({ shown, isKept, onKept }: TokenBoxProps) {
  useTokenKeeper(shown, isKept);
  return <TokenText shown={shown} onKept={onKept} />;
}

interface TokenOnceProps {
  shown: ShownToken;
  onHide: () => void;
  children: ReactNode;
}

/** The same on a page that stays: with a sentence on it, and a button that hides it. */
export function TokenOnce({ shown, onHide, children }: TokenOnceProps) {
  const [isKept, setKept] = useState(false);
  return (
    <div className="flex flex-col gap-3" role="status">
      <p>{children}</p>
      <TokenBox shown={shown} isKept={isKept} onKept={() => setKept(true)} />
      <Button className="self-start" onClick={onHide}>
        Hide token
      </Button>
    </div>
  );
}
