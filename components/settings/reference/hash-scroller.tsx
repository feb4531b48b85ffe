"use client";

import { useEffect } from "react";

/** Scrolls to the entry in the URL's hash after the entries have rendered. The browser may have tried before that. */
export function HashScroller() {
  useEffect(() => {
    const id = decodeURIComponent(window.location.hash.slice(1));
    if (id !== "") document.getElementById(id)?.scrollIntoView();
  }, []);
  return null;
}
