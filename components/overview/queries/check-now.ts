import { sendJson } from "@/components/shell/queries/http";
import type { WatchAnswer } from "@/lib/shared/contract/watch";

/** Probes the running instance now, and returns what is known then. */
export const checkNow = () => sendJson<WatchAnswer>("POST", "/api/panel/watch/check", { range: "24h" });
