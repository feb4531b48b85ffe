"use client";

import { useEffect } from "react";

/** The entries may render after the browser has looked for the one in the URL's hash, so this scrolls to it again. */
export function HashScroller() {
  useEffect(() => {
    const id = decodeURIComponent(window.location.hash.slice(1));
    if (id !== "") document.getElementById(id)?.scrollIntoView();
  }, []);
  return null;
}
