import { type MouseEvent, type RefObject, useEffect, useRef } from "react";

/**
 * Following an entry can exchange the rail's entries, the one with the focus included. The focus then goes to the entry
 * of the page that is shown, so that the keyboard stays where it was.
 * @param shown identifies a set of entries
 * @returns of the element around the entries: its ref and its click handler
 */
export function useFollowedFocus<E extends HTMLElement>(
  shown: unknown,
  pathname: string,
): { ref: RefObject<E | null>; onClick: (event: MouseEvent<E>) => void } {
  const ref = useRef<E>(null);
  const isFollowed = useRef(false);
  useEffect(() => {
    if (isFollowed.current)
      ref.current?.querySelector<HTMLElement>("[aria-current]")?.focus({ preventScroll: true });
  }, [shown]);
  useEffect(() => void (isFollowed.current = false), [shown, pathname]);
  return {
    ref,
    onClick: ({ target, ctrlKey, metaKey, shiftKey }) => {
      if (!(target instanceof Element) || ctrlKey || metaKey || shiftKey) return;
      const link = target.closest("a");
      isFollowed.current = link ? link.pathname !== pathname : target.closest("[data-back]") !== null;
    },
  };
}
