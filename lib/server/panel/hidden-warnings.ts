import "server-only";
import { DAY } from "@/lib/clock";
import { AppError } from "@/lib/errors";
import type { Db } from "@/lib/server/db";
import type { HiddenWarning } from "@/lib/shared/contract/hidden-warnings";

interface HiddenWarningsDeps {
  db: Db;
  fileId: () => Promise<number>;
  now: () => number;
}

export function createHiddenWarnings({ db, fileId, now }: HiddenWarningsDeps) {
  const list = async (): Promise<HiddenWarning[]> =>
    db
      .selectFrom("hidden_warnings")
      .where("file_id", "=", await fileId())
      .where("until", ">", now())
      .orderBy("until")
      .select(["id", "key", "title", "reason", "actor", "at", "until"])
      .execute();
  return {
    list,
    /** Hides a warning again if it is hidden already, with the new reason and end. */
    async hide(warning: { key: string; title: string; reason: string; days: number; actor: string }) {
      const { key, title, reason, days, actor } = warning;
      const at = now();
      const row = { title, reason, actor, at, until: at + days * DAY };
      // Expired rows serve no purpose: the audit log keeps who hid what.
      await db.deleteFrom("hidden_warnings").where("until", "<=", at).execute();
      await db
        .insertInto("hidden_warnings")
        .values({ file_id: await fileId(), key, ...row })
        .onConflict((conflict) => conflict.columns(["file_id", "key"]).doUpdateSet(row))
        .execute();
      return list();
    },
    /** @throws AppError `not-found` */
    async show(id: number) {
      const row = await db
        .deleteFrom("hidden_warnings")
        .where("file_id", "=", await fileId())
        .where("id", "=", id)
        .returning("title")
        .executeTakeFirst();
      if (!row) throw new AppError("not-found", "This warning is not hidden any more. Reload the page.");
      return { title: row.title, hidden: await list() };
    },
  };
}
