import "server-only";
import { expressionBuilder } from "kysely";
import { configFileId } from "@/lib/server/config-file";
import type { Database, Db, Row } from "@/lib/server/db";
import { isEnded } from "@/lib/shared/contract/values";
import type { ApplyState } from "@/lib/shared/contract/running";

export type ApplyRow = Row<"applies">;

/** How long a process may drive an application without renewing its claim (ms). */
export const LEASE = 5_000;

const of = (db: Db, file: number) => db.selectFrom("applies").where("file_id", "=", file);

/** The application under way. */
export const activeApply = async (db: Db): Promise<ApplyRow | undefined> =>
  of(db, await configFileId(db))
    .where("ended_at", "is", null)
    .selectAll()
    .executeTakeFirst();

/** The newest application, whether it has ended or not. */
export const lastApply = async (db: Db): Promise<ApplyRow | undefined> =>
  of(db, await configFileId(db))
    .selectAll()
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();

export const applyById = async (db: Db, id: number): Promise<ApplyRow | undefined> =>
  of(db, await configFileId(db))
    .where("id", "=", id)
    .selectAll()
    .executeTakeFirst();

export type NewApply = Pick<
  ApplyRow,
  "etag" | "revision" | "from_etag" | "from_content" | "actor" | "way" | "taken_back"
>;

/** How many applications are kept. */
const kept = 1_000;

/** Forgets the oldest ones. */
async function prune(db: Db, file: number): Promise<void> {
  await db
    .deleteFrom("applies")
    .where("file_id", "=", file)
    .where("ended_at", "is not", null)
    .where("id", "<=", (select) =>
      select
        .selectFrom("applies as newer")
        .where("newer.file_id", "=", file)
        .select("newer.id")
        .orderBy("newer.id", "desc")
        .limit(1)
        .offset(kept),
    )
    .execute();
}

/** Keeps a new application. @returns undefined when another one is under way */
export async function insertApply(db: Db, apply: NewApply): Promise<number | undefined> {
  const file = await configFileId(db);
  await prune(db, file);
  const row = await db
    .insertInto("applies")
    .values({
      ...apply,
      file_id: file,
      state: "requested",
      checks: "[]",
      output: "",
      reason: null,
      keep: 0,
      holder: null,
      lease_until: 0,
      created_at: Date.now(),
      deadline: null,
      ended_at: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  return row?.id;
}

/** Also one that lies far ahead: a clock was set back, and its process is gone for longer than it says. */
function lapsed(now: number, leaseMs: number) {
  const is = expressionBuilder<Database, "applies">();
  return is.or([is("lease_until", "<", now), is("lease_until", ">", now + 10 * leaseMs)]);
}

/**
 * Takes or renews the right to drive an application: whoever has it keeps it, anybody else gets it once it has lapsed.
 * @returns the application as it is; undefined when somebody else drives it, or it has ended
 */
export function claim(db: Db, id: number, holder: string, leaseMs: number): Promise<ApplyRow | undefined> {
  const now = Date.now();
  return db
    .updateTable("applies")
    .set({ holder, lease_until: now + leaseMs })
    .where("id", "=", id)
    .where("ended_at", "is", null)
    .where(({ eb, or }) => or([eb("holder", "=", holder), lapsed(now, leaseMs)]))
    .returningAll()
    .executeTakeFirst();
}

/** Somebody else drives the application by now. */
export class LostClaim extends Error {}

export type ApplyChange = Partial<
  Pick<ApplyRow, "checks" | "output" | "reason" | "deadline" | "taken_back">
> & { state?: ApplyState };

/**
 * Writes how it goes on. A version that an operator has kept is not rolled back: whoever drives it then begins anew, and
 * finds that it is kept.
 * @throws LostClaim
 */
export async function advance(db: Db, id: number, holder: string, change: ApplyChange): Promise<ApplyRow> {
  const end = change.state !== undefined && isEnded(change.state);
  const isBack = change.state === "rolling-back";
  const row = await db
    .updateTable("applies")
    .set({ ...change, ...(end && { ended_at: Date.now(), deadline: null, from_content: null }) })
    .where("id", "=", id)
    .where("holder", "=", holder)
    .where("ended_at", "is", null)
    .$if(isBack, (update) => update.where("keep", "=", 0))
    .returningAll()
    .executeTakeFirst();
  if (!row) throw new LostClaim(`Application ${id} is driven by another process.`);
  return row;
}

/** Applications that nobody drives now: new ones, and those whose process is gone. */
export async function abandoned(db: Db): Promise<number[]> {
  const rows = await of(db, await configFileId(db))
    .where("ended_at", "is", null)
    .where(lapsed(Date.now(), LEASE))
    .select("id")
    .execute();
  return rows.map(({ id }) => id);
}

/** An operator keeps the version that is being waited for. @returns whether it was still waited for */
export async function setKept(db: Db, id: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("applies")
    .set({ keep: 1 })
    .where("file_id", "=", await configFileId(db))
    .where("id", "=", id)
    .where("state", "in", ["requested", "applying", "confirming"])
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
