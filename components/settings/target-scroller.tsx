"use client";

import { useEffect } from "react";
import { controlId } from "@/components/form/setting-row";
import { aimAtHash, useTarget } from "./target";

const highlightMs = 1_800;

/** The last aim that was followed: coming back to a section later must not follow it again. */
let followed = 0;

/** Brings the setting that is aimed at into view, puts the focus on its control and lights it up for a moment. */
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
