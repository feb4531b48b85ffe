import { useCallback, useEffect, useRef } from "react";
import { addressOf, type Asked } from "./asked";

/** Milliseconds without a change after which the address follows. */
const restMs = 400;

/**
 * Keeps the page's address at what is asked for, so that a list can be linked to and reloaded. The router goes through
 * the whole page when the address changes, which typing must not wait for: the address follows when the keys rest.
 * @returns brings the address up at once, for when the operator turns to something else
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
