"use client";

import dynamic from "next/dynamic";
import { useEffect, useState } from "react";
import { SearchButton } from "@/components/shell/search-button";

const loadPalette = () => import("./palette").then((module) => module.Palette);
const Palette = dynamic(loadPalette, { ssr: false });

/** The search of the top bar: a button, its shortcuts, and the palette that both open. Loaded when first used. */
export function Search() {
  const [isOpen, setOpen] = useState(false);

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
        onPointerEnter={() => void loadPalette()}
        onFocus={() => void loadPalette()}
        onClick={() => setOpen(true)}
      />
      {isOpen ? <Palette onClose={() => setOpen(false)} /> : null}
    </>
  );
}
