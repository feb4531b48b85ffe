"use client";

import { useEffect } from "react";
import { controlId } from "./row-frame";
import { aimAtHash, useTarget } from "./target";

const highlightMs = 1_800;

/** The last target that was scrolled to, so that returning to a section later does not scroll again. */
let followed = 0;

/** Scrolls to the target setting, focuses its control and highlights it briefly. */
export function TargetScroller() {
  const target = useTarget();

  useEffect(() => {
    aimAtHash();
    window.addEventListener("hashchange", aimAtHash);
    return () => window.removeEventListener("hashchange", aimAtHash);
  }, []);

  useEffect(() => {
    const found = target === null ? null : document.getElementById(target.path);
    // A setting may share its row. A link to a card ("On this page") is left to the browser.
    const row = found?.hasAttribute("data-setting")
      ? found.closest<HTMLElement>("[data-slot=setting]")
      : null;
    if (target === null || !row || target.serial === followed) return;
    followed = target.serial;
    row.scrollIntoView({ block: "center" });
    document.getElementById(controlId(target.path))?.focus({ preventScroll: true });
    row.dataset.aimed = "";
    window.setTimeout(() => delete row.dataset.aimed, highlightMs);
  }, [target]);

  return null;
}
