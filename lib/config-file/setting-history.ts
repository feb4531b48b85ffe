import "server-only";
import type { SettingHistory } from "@/lib/config/history";
import type { Context } from "./context";
import { listKept } from "./history";

/** Versions that are looked through; each is read and compared with the one before. */
const deepest = 200;
const step = 50;

/** In which of the newest kept versions one key changed, newest first; redacted as in the whole history. */
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
