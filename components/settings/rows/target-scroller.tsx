"use client";

import { useEffect } from "react";
import { controlId } from "./row-frame";
import { aimAtHash, useTarget } from "./target";

const highlightMs = 1_800;

/**
 * Serial of the last target that was scrolled to. A target is scrolled to only once, even if the page is opened again.
 */
let followed = 0;

export function TargetScroller() {
  const target = useTarget();

  useEffect(() => {
    aimAtHash();
    window.addEventListener("hashchange", aimAtHash);
    return () => window.removeEventListener("hashchange", aimAtHash);
  }, []);

  useEffect(() => {
    const found = target === null ? null : document.getElementById(target.path);
    // The target may be the second setting of a row. The browser itself scrolls to cards ("On this page").
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
