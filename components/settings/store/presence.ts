import { useEffect, useRef, useSyncExternalStore } from "react";
import { subscribeToLiveEvents } from "@/components/shell/connection/live-events";
import { call } from "@/components/shell/queries/call";
import { Listeners } from "@/components/ui/listeners";
import type { EditingOperator } from "@/lib/shared/contract/events";
import { inPanel } from "@/lib/shared/base-path";
import { isObject } from "@/lib/shared/json/value";

/** How often a page with unsaved changes reports them (ms). The panel forgets a report after 45 seconds. */
const againMs = 20_000;
/** How long to wait after an edit before reporting it (ms). */
const restMs = 800;
const most = 200;

const tab = Math.random().toString(36).slice(2);

/**
 * Reports the settings with unsaved changes, so that other operators see who edits them, and follows their reports. A
 * failure is ignored. Mounted once, around all pages.
 */
export function usePresence(paths: readonly string[]): void {
  useEffect(follow, []);
  const text = paths.slice(0, most).join("\n");
  const isReported = useRef(false);
  useEffect(() => {
    if (text === "" && !isReported.current) return;
    const report = () => {
      isReported.current = text !== "";
      const edited = text === "" ? [] : text.split("\n");
      call("POST /presence", { body: { tab, paths: edited }, isBackground: true }).catch(() => undefined);
    };
    // A beacon is also sent while the page closes. The page that replaces it has a tab id of its own.
    const end = () => {
      if (!isReported.current) return;
      const body = new Blob([JSON.stringify({ tab, paths: [] })], { type: "application/json" });
      navigator.sendBeacon(inPanel("/api/panel/presence"), body);
    };
    window.addEventListener("pagehide", end);
    const first = setTimeout(report, restMs);
    const again = text === "" ? undefined : setInterval(report, againMs);
    return () => {
      window.removeEventListener("pagehide", end);
      clearTimeout(first);
      clearInterval(again);
    };
  }, [text]);
}

let others: readonly EditingOperator[] = [];
const nobody: readonly EditingOperator[] = [];
const listeners = new Listeners();

const isEditing = (value: unknown): value is EditingOperator =>
  isObject(value) && typeof value["username"] === "string" && Array.isArray(value["paths"]);

function follow(): () => void {
  return subscribeToLiveEvents(({ event, data }) => {
    if (event !== "presence") return;
    const news: unknown = JSON.parse(data);
    others = Array.isArray(news) ? news.filter(isEditing) : [];
    listeners.notify();
  });
}

/** Returns the other operators who have unsaved changes, as far as the panel knows. */
export const useOthersEditing = (): readonly EditingOperator[] =>
  useSyncExternalStore(
    listeners.subscribe,
    () => others,
    () => nobody,
  );
