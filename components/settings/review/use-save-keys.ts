import { useEffect, useEffectEvent } from "react";

interface SaveKeys {
  onSave: () => void;
  onReview: () => void;
}

/** Ctrl/⌘-S saves, with Shift it reviews. Over a dialog it does nothing but keep the browser's own dialog away. */
export function useSaveKeys({ onSave, onReview }: SaveKeys): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (!isSaveKey(event) || event.defaultPrevented) return;
    event.preventDefault();
    if (event.repeat || document.querySelector("[role=dialog], [role=alertdialog]") !== null) return;
    if (event.shiftKey) onReview();
    else onSave();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event);
    window.addEventListener("keydown", listener);
    return () => window.removeEventListener("keydown", listener);
  }, []);
}

/** Whether a key is Ctrl-S or ⌘-S, with or without Shift. */
export function isSaveKey(event: Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey">): boolean {
  return event.key.toLowerCase() === "s" && (event.ctrlKey || event.metaKey) && !event.altKey;
}
