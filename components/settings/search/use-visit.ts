"use client";

import { usePathname, useRouter } from "next/navigation";
import { useTheme } from "next-themes";
import { aimAt } from "../rows/target";
import { leave } from "@/components/shell/connection/own-session";
import { showShortcuts } from "@/components/shell/shortcuts";
import { download } from "@/components/ui/download";
import type { Place } from "@/lib/shared/settings/search";
import type { Act } from "./places";

/** Returns a function that opens a page or executes a command. */
export function useVisit(): (place: Place) => void {
  const router = useRouter();
  const pathname = usePathname();
  const { setTheme } = useTheme();

  const acts: Record<Act, () => void> = {
    light: () => setTheme("light"),
    dark: () => setTheme("dark"),
    system: () => setTheme("system"),
    shortcuts: showShortcuts,
    schema: () => download("/api/panel/config/schema", "config.schema.json"),
    "panel-api": () => download("/api/panel/openapi.json", "panel-api.openapi.json"),
    "instance-api": () => download("/api/openapi.json", "instance-api.openapi.json"),
    "sign-out": () => void leave(),
  };

  return (place) => {
    if ("act" in place) return acts[place.act as Act]();
    const [path, hash] = place.href.split("#");
    if (path !== pathname || hash === undefined) router.push(place.href);
    if (hash !== undefined) aimAt(hash);
  };
}
