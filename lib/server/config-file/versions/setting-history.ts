import "server-only";
import type { SettingHistory } from "@/lib/shared/contract/history";
import type { Context } from "../context";
import { listKept } from "./list";

/** How many versions to search; each is parsed and compared with the one before. */
const deepest = 200;
const step = 50;

/** Which of the newest stored versions changed one key, newest first; redacted as in the full history. */
export async function historyOf(context: Context, path: string): Promise<SettingHistory> {
  const entries: SettingHistory["entries"] = [];
  let searched = 0;
  let before: number | undefined;
  for (;;) {
    const { revisions, next, total } = await listKept(context, { limit: step, before });
    for (const { id, author, note, at, changes } of revisions) {
      const change = changes?.find((one) => one.path === path);
      if (change) entries.push({ id, author, note, at, change });
    }
    searched += revisions.length;
    if (next === null || searched >= deepest) return { path, entries, searched, total };
    before = next;
  }
}
