"use client";

import { FileWarning } from "lucide-react";
import { useSyncExternalStore } from "react";
import { useConfigDocument } from "@/components/settings/store/config-form";
import { Notice } from "@/components/shell/connection/notices";
import { Button } from "@/components/ui/button";
import type { FileState } from "@/lib/shared/contract/config-snapshot";

/** From this scroll position (in pixels) on, the banner at the top of the page is out of view. */
const outOfSight = 120;

const words: Record<Exclude<FileState, "usable">, string> = {
  missing: "The configuration file is missing.",
  broken: "The configuration file is no longer valid JSON.",
  unreadable: "The configuration file can no longer be read.",
};

/** Shows a toast if the file becomes invalid while the banner about it is out of view. */
export function BrokenFileNotice() {
  const { state } = useConfigDocument().file;
  const isScrolled = useSyncExternalStore(
    onScroll,
    () => window.scrollY > outOfSight,
    () => false,
  );
  if (state === "usable" || !isScrolled) return null;
  return (
    <Notice
      tone="danger"
      icon={<FileWarning aria-hidden="true" />}
      action={
        <Button size="sm" onClick={() => window.scrollTo({ top: 0 })}>
          Show
        </Button>
      }
    >
      <strong className="font-semibold">{words[state]}</strong> Nothing can be saved until it is repaired.
    </Notice>
  );
}

function onScroll(listener: () => void): () => void {
  window.addEventListener("scroll", listener, { passive: true });
  return () => window.removeEventListener("scroll", listener);
}
