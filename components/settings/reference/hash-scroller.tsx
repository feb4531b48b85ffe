"use client";

import { useEffect } from "react";

/** Scrolls to the entry in the URL's hash, because the browser may have tried this before the entries were rendered. */
export function HashScroller() {
  useEffect(() => {
    const id = decodeURIComponent(window.location.hash.slice(1));
    if (id !== "") document.getElementById(id)?.scrollIntoView();
  }, []);
  return null;
}
