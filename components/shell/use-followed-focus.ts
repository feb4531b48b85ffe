import { type RefObject, useEffect, useRef } from "react";

/**
 * Following an entry can exchange the rail's entries, the one with the focus included. The focus then goes to the entry of
 * the page that is shown, so that the keyboard stays where it was.
 * @param shown what tells one set of entries from another
 * @returns of the element around the entries: its ref, and the handler to call when an entry is followed
 */
export function useFollowedFocus<E extends HTMLElement>(
  shown: unknown,
): { ref: RefObject<E | null>; onClick: () => void } {
  const ref = useRef<E>(null);
  const isFollowed = useRef(false);
  useEffect(() => {
    if (!isFollowed.current) return;
    isFollowed.current = false;
    ref.current?.querySelector<HTMLElement>("[aria-current]")?.focus({ preventScroll: true });
  }, [shown]);
  return { ref, onClick: () => void (isFollowed.current = true) };
}
