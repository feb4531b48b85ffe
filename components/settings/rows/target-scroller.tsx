"use client";

import { useEffect } from "react";
import { controlId } from "./setting-row";
import { aimAtHash, useTarget } from "./target";

const highlightMs = 1_800;

/** The last target that was scrolled to: returning to a section later must not scroll to it again. */
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
    const row = target === null ? null : document.getElementById(target.path);
    if (target === null || row === null || target.serial === followed) return;
    followed = target.serial;
    row.scrollIntoView({ block: "center" });
    document.getElementById(controlId(target.path))?.focus({ preventScroll: true });
    row.dataset.aimed = "";
    window.setTimeout(() => delete row.dataset.aimed, highlightMs);
  }, [target]);

  return null;
}
