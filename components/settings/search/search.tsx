"use client";

import { useCallback, useEffect, useLayoutEffect, useState } from "react";
import { lazyComponent } from "@/components/ui/lazy-component";
import { useLoadConfig } from "../store/config-file";
import { LoadedConfigForm } from "../store/config-form";
import { SearchButton } from "@/components/shell/search-button";
import { toast } from "@/components/ui/toaster";
import { TypeAhead } from "./type-ahead";

const Palette = lazyComponent(() => import("./palette").then((module) => module.Palette));

/** The search of the top bar: a button, its shortcuts, and the palette that both open. Loaded when first used. */
export function Search() {
  const [isOpen, setOpen] = useState(false);
  const [typeAhead] = useState(() => new TypeAhead());
  const loadConfig = useLoadConfig();
  const prepare = () => {
    // A failed preload is ignored here: it is retried, and any error shown, when the search is opened.
    Promise.all([Palette.prepare(), loadConfig()]).catch(() => undefined);
  };
  const onFailed = useCallback((error: Error) => {
    setOpen(false);
    toast.error("The search could not be opened", { description: error.message });
  }, []);

  // Before the palette's own effect, which stops it: once loaded, the palette is there at once.
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
        <LoadedConfigForm onFailed={onFailed}>
          <Palette typeAhead={typeAhead} onClose={() => setOpen(false)} />
        </LoadedConfigForm>
      ) : null}
    </>
  );
}
