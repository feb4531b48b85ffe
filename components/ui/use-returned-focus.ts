import { useRef } from "react";

interface FocusHandlers {
  onOpenAutoFocus?: (event: Event) => void;
  onCloseAutoFocus?: (event: Event) => void;
}

/**
 * When a dialog closes, returns the focus to the element that had it before, without scrolling. Radix does this only
 * for a dialog with a trigger, but a shortcut, a menu or the page itself may also open a dialog.
 * @param own the dialog's own handlers. They are called first, and can set the focus themselves if they call
 * `preventDefault`
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
