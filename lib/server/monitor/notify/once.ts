import "server-only";
import { configFileId } from "@/lib/server/config-file";
import type { Db } from "@/lib/server/db";

/**
 * Whether this is the first report of `value` under a name: every replica sees a change of the file, and one reports it. The
 * last value of each name is kept.
 */
export async function isFirstToReport(db: Db, name: string, value: string): Promise<boolean> {
  const row = await db
    .insertInto("meta")
    .values({ key: `told:${await configFileId(db)}:${name}`, value })
    .onConflict((conflict) => conflict.column("key").doUpdateSet({ value }).where("meta.value", "<>", value))
    .returning("key")
    .executeTakeFirst();
  return row !== undefined;
}
