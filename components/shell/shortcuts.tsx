"use client";

import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { lazyComponent } from "@/components/ui/lazy-component";
import { areSingleKeysOn, focusSearch, goTo, moveToRow, openRow } from "./single-keys";

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
    ) !== null ||
    document.querySelector("[role=dialog], [role=alertdialog], [role=menu]") !== null
  );
}

let show: (() => void) | null = null;

export const showShortcuts = (): void => show?.();

/** How long `g` waits for the second key (ms). */
const sequence = 1_500;

export function Shortcuts() {
  const [isOpen, setOpen] = useState(false);
  const router = useRouter();
  useEffect(() => {
    show = () => setOpen(true);
    let since = -Infinity;
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, target } = event;
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || usesKeys(target))
        return;
      const isSecond = event.timeStamp - since < sequence;
      since = -Infinity;
      const isHandled = () => {
        if (key === "?") return setOpen(true) === undefined;
        if (key === "Enter") return openRow(target);
        if (!areSingleKeysOn()) return false;
        if (isSecond) {
          const href = goTo[key];
          if (href !== undefined) router.push(href);
          return href !== undefined;
        }
        if (key === "g") return (since = event.timeStamp) > 0;
        if (key === "/") return focusSearch();
        return (key === "j" || key === "k") && moveToRow(key === "j" ? 1 : -1);
      };
      if (isHandled()) event.preventDefault();
    };
    window.addEventListener("keydown", onKeyDown);
    return () => {
      show = null;
      window.removeEventListener("keydown", onKeyDown);
    };
  }, [router]);
  return isOpen ? <ShortcutsDialog onClose={() => setOpen(false)} /> : null;
}
