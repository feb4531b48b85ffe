import { useCallback, useEffect, useRef } from "react";
import { addressOf, type Asked } from "./asked";

/** Milliseconds without a change before the URL is updated. */
const restMs = 400;

/**
 * Keeps the query in the page's URL, so that a list can be linked to and reloaded. A URL change makes the router
 * process the whole page, which must not delay typing, so the URL is updated once typing pauses.
 * @returns updates the URL at once, for when the operator moves on to something else
 */
export function useAddress(asked: Asked): () => void {
  const address = addressOf(asked);
  const written = useRef(address);
  const write = useCallback(() => {
    if (written.current === address) return;
    written.current = address;
    window.history.replaceState(window.history.state, "", address);
  }, [address]);
  useEffect(() => {
    const timer = setTimeout(write, restMs);
    return () => clearTimeout(timer);
  }, [write]);
  return write;
}
