"use client";

import { type ComponentProps, useCallback, useEffect, useLayoutEffect, useState } from "react";
import { Search as SearchIcon } from "lucide-react";
import { lazyComponent } from "@/components/ui/lazy-component";
import { toast } from "@/components/ui/toaster";
import { cn } from "@/components/ui/cn";
import { Kbd } from "@/components/ui/text";
import { ConfigValues, useConfigStore } from "../store/config-form";

const Palette = lazyComponent(() => import("./palette").then((module) => module.Palette));

/** The palette's code is loaded on first use. */
export function Search() {
  const [isOpen, setOpen] = useState(false);
  const [typeAhead] = useState(() => new TypeAhead());
  const { load } = useConfigStore();
  const prepare = () => {
    // A failed preload is ignored, because opening the search loads the code again and shows any error.
    Promise.all([Palette.prepare(), load()]).catch(() => undefined);
  };
  const onFailed = useCallback((error: Error) => {
    setOpen(false);
    toast.error("The search could not be opened", { description: error.message });
  }, []);

  // Stores typed letters until the palette's text box has the focus, which it gets in an effect, after this.
  useLayoutEffect(() => {
    if (isOpen) typeAhead.start();
    return typeAhead.stop;
  }, [isOpen, typeAhead]);

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey)) return;
      if (event.altKey || event.shiftKey || event.defaultPrevented) return;
      event.preventDefault();
      setOpen((open) => !open);
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, []);

  return (
    <>
      <SearchButton
        aria-haspopup="dialog"
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={() => setOpen(true)}
      />
      {isOpen ? (
        <ConfigValues onFailed={onFailed}>
          <Palette takeTyped={typeAhead.take} onClose={() => setOpen(false)} />
        </ConfigValues>
      ) : null}
    </>
  );
}

/** Looks like a text field. A narrow bar shows only the icon, a wide bar also the shortcut. */
function SearchButton(props: ComponentProps<"button">) {
  return (
    <button
      type="button"
      aria-keyshortcuts="Control+K Meta+K"
      className={cn(
        "inline-flex size-9 shrink-0 items-center justify-center gap-2 rounded-lg whitespace-nowrap text-muted-foreground transition-colors hover:bg-muted max-sm:size-11",
        "@4xl/bar:w-68 @4xl/bar:justify-start @4xl/bar:border @4xl/bar:border-input @4xl/bar:bg-surface @4xl/bar:px-3 @4xl/bar:hover:border-muted-foreground @4xl/bar:hover:bg-surface",
      )}
      {...props}
    >
      <SearchIcon aria-hidden="true" className="size-4 shrink-0" />
      <span className="@max-4xl/bar:sr-only">Search or run a command</span>
      <Kbd aria-hidden="true" className="ml-auto @max-4xl/bar:hidden">
        Ctrl K
      </Kbd>
    </button>
  );
}

/**
 * Captures what the operator types while the search is loading and opening. Otherwise the first letters would be lost
 * or go into the text box that had the focus.
 */
class TypeAhead {
  /** Null while it does not capture. */
  private typed: string | null = null;

  start(): void {
    this.typed = "";
    window.addEventListener("keydown", this.keep, true);
  }

  take = (receive: (text: string) => void): void => {
    if (this.typed === null) return;
    receive(this.typed);
    this.stop();
  };

  stop = (): void => {
    this.typed = null;
    window.removeEventListener("keydown", this.keep, true);
  };

  private keep = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    const typed = this.typed ?? "";
    if (event.key === "Backspace") this.typed = typed.slice(0, -1);
    else if ([...event.key].length === 1) this.typed = typed + event.key;
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
}
