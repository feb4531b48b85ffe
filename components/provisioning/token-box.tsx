"use client";

import { type ShownToken, useTokenKeeper } from "./token-keeper";
import { TokenText } from "./token-text";

interface TokenBoxProps {
  shown: ShownToken;
  /** Whether somebody has the token; until then, leaving the page asks. */
  isKept: boolean;
  onKept: () => void;
}

/** A bot's token, the only time that it is shown. */
export function TokenBox({ shown, isKept, onKept }: TokenBoxProps) {
  useTokenKeeper(shown, isKept);
  return <TokenText shown={shown} onKept={onKept} />;
}
