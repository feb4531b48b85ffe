"use client";

import { useEffect, useState } from "react";
import { lazyComponent } from "@/components/ui/lazy-component";

const ShortcutsDialog = lazyComponent(() =>
  import("./shortcuts-dialog").then((part) => part.ShortcutsDialog),
);

/** Whether a key press belongs to a text box, an open menu or an open dialog. */
function usesKeys(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return (
    target.isContentEditable ||
    target.closest(
      "input, textarea, select, [role=combobox], [role=dialog], [role=alertdialog], [role=menu]",
    ) !== null
  );
}

let show: (() => void) | null = null;

/** Opens the list of shortcuts, for operators who do not know its key or have no keyboard. */
export const showShortcuts = (): void => show?.();

export function Shortcuts() {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    show = () => setOpen(true);
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== "?" || event.ctrlKey || event.metaKey || event.altKey || usesKeys(event.target))
        return;
      event.preventDefault();
      setOpen(true);
    };
    window.addEventListener("keydown", onKeyDown);
    return () => {
      show = null;
      window.removeEventListener("keydown", onKeyDown);
    };
  }, []);
  return isOpen ? <ShortcutsDialog onClose={() => setOpen(false)} /> : null;
}
