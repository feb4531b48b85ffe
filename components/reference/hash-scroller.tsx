"use client";

import { useEffect } from "react";

/** The entries may arrive after the browser has looked for the one that the address names; this looks once more. */
export function HashScroller() {
  useEffect(() => {
    const id = decodeURIComponent(window.location.hash.slice(1));
    if (id !== "") document.getElementById(id)?.scrollIntoView();
  }, []);
  return null;
}
