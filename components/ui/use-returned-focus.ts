import { useRef } from "react";

interface FocusHandlers {
  onOpenAutoFocus?: (event: Event) => void;
  onCloseAutoFocus?: (event: Event) => void;
}

/**
 * Gives the focus back to where it was when a dialog closes. Radix gives it to the dialog's trigger only, and dialogs
 * that a key, a menu or the page itself opens have none.
 * @param own the dialog's own handlers, which go first; `preventDefault` there keeps the focus where they put it
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
      current.focus();
    },
  };
}
