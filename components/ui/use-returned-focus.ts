import { useRef } from "react";

interface FocusHandlers {
  onOpenAutoFocus?: (event: Event) => void;
  onCloseAutoFocus?: (event: Event) => void;
}

/**
 * Returns the focus to where it was when a dialog closes, without scrolling. Radix returns it only to the dialog's
 * trigger, and dialogs opened by a shortcut, a menu or the page itself have none.
 * @param own the dialog's own handlers, which run first; with `preventDefault` they set the focus themselves
 */
export function useReturnedFocus(own: FocusHandlers): Required<FocusHandlers> {
  const opener = useRef<Element | null>(null);
  return {
    onOpenAutoFocus(event) {
      opener.current = document.activeElement;
      own.onOpenAutoFocus?.(event);
    },
    onCloseAutoFocus(event) {
      own.onCloseAutoFocus?.(event);
      const { current } = opener;
      if (event.defaultPrevented || !(current instanceof HTMLElement)) return;
      if (!current.isConnected || current === document.body) return;
      event.preventDefault();
      current.focus({ preventScroll: true });
    },
  };
}
