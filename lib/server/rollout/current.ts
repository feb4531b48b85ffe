import "server-only";
import type { ApplyView } from "@/lib/shared/contract/running";
import type { Db } from "@/lib/server/db";
import { lastApply } from "./store";
import { viewOf } from "./view";

/** The apply in progress, or the last one that ended. */
export async function currentApply(db: Db): Promise<ApplyView | null> {
  const row = await lastApply(db);
  return row ? viewOf(row) : null;
}
