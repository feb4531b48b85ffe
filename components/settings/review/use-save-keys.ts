import { useEffect, useEffectEvent } from "react";

interface SaveKeys {
  onSave: () => void;
  onReview: () => void;
}

const requests = new EventTarget();

/** Saves the unsaved changes. For components that handle Ctrl/⌘-S themselves, such as the search. */
export const requestSave = (): void => void requests.dispatchEvent(new Event("save"));

/**
 * Saves on Ctrl/⌘-S, and opens the review on Ctrl/⌘-Shift-S. While a dialog is open, the keys do nothing.
 * They never open the browser's save dialog.
 */
export function useSaveKeys({ onSave, onReview }: SaveKeys): void {
  const onRequest = useEffectEvent(onSave);
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (!isSaveKey(event) || event.defaultPrevented) return;
    event.preventDefault();
    if (event.repeat || document.querySelector("[role=dialog], [role=alertdialog]") !== null) return;
    if (event.shiftKey) onReview();
    else onSave();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event);
    const requested = () => onRequest();
    window.addEventListener("keydown", listener);
    requests.addEventListener("save", requested);
    return () => {
      window.removeEventListener("keydown", listener);
      requests.removeEventListener("save", requested);
    };
  }, []);
}

/** Whether the keys are Ctrl-S or ⌘-S, with or without Shift. */
export function isSaveKey(event: Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey">): boolean {
  return event.key.toLowerCase() === "s" && (event.ctrlKey || event.metaKey) && !event.altKey;
}
