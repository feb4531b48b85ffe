import { db } from "@/lib/server/db";
import { panelRoute } from "@/lib/server/panel-api";
import { readRunning } from "@/lib/server/rollout";

/** What of the file the running instance has not read, and how applying it goes (`RunningReport`). */
export const GET = panelRoute(() => readRunning(db()));
