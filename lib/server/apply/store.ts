import "server-only";
import { expressionBuilder } from "kysely";
import type { Database, Db, Row } from "@/lib/server/db";
import { type ApplyAnswer, applyAnswers, type CheckName, isEnded } from "@/lib/shared/contract/values";
import type { ActiveApplyState, ApplyState, ApplyStep } from "@/lib/shared/contract/running";
import type { ApplyRoom } from "./room";

export type ApplyRow = Row<"applies">;

type Store = Pick<ApplyRoom, "db" | "fileId" | "clock">;

/** How long (ms) a process may run an apply without renewing its claim. */
export const LEASE = 5_000;

const appliesOf = (db: Db, file: number) => db.selectFrom("applies").where("file_id", "=", file);

export const activeApply = async ({ db, fileId }: Omit<Store, "clock">): Promise<ApplyRow | undefined> =>
  appliesOf(db, await fileId())
    .where("ended_at", "is", null)
    .selectAll()
    .executeTakeFirst();

export const lastApply = async ({ db, fileId }: Store): Promise<ApplyRow | undefined> =>
  appliesOf(db, await fileId())
    .selectAll()
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();

export const applyById = async ({ db, fileId }: Store, id: number): Promise<ApplyRow | undefined> =>
  appliesOf(db, await fileId())
    .where("id", "=", id)
    .selectAll()
    .executeTakeFirst();

export type NewApply = Pick<
  ApplyRow,
  | "etag"
  | "revision"
  | "from_etag"
  | "from_content"
  | "from_revision"
  | "actor"
  | "way"
  | "changes"
  | "planned_at"
  | "check_in"
  | "reach"
>;

const mostStored = 1_000;

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
        .offset(mostStored),
    )
    .execute();
}

const begin = (state: ActiveApplyState, at: number): ApplyStep => ({
  state,
  at,
  endedAt: null,
  isOk: true,
  note: null,
  checks: [],
});

/** @returns the number of the new apply; undefined if another apply is in progress */
export async function insertApply(
  { db, fileId, clock }: Store,
  apply: NewApply,
): Promise<number | undefined> {
  const file = await fileId();
  const now = clock.now();
  await prune(db, file);
  const row = await db
    .insertInto("applies")
    .values({
      ...apply,
      file_id: file,
      state: "requested",
      checks: "[]",
      steps: JSON.stringify([begin("requested", now)]),
      output: "",
      taken_back: "[]",
      lease_until: 0,
      created_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  return row?.id;
}

/**
 * Matches claims that have expired, and claims that end far in the future. The latter were made before the
 * clock was set back. Their processes must have died, because a running process renews its claim.
 */
function lapsed(now: number, leaseMs: number) {
  const compare = expressionBuilder<Database, "applies">();
  return compare.or([compare("lease_until", "<", now), compare("lease_until", ">", now + 10 * leaseMs)]);
}

/** @returns the apply; undefined if the apply has ended or another process is running it */
export function claim(
  { db, clock }: Store,
  id: number,
  holder: string,
  leaseMs: number,
): Promise<ApplyRow | undefined> {
  const now = clock.now();
  return db
    .updateTable("applies")
    .set({ holder, lease_until: now + leaseMs })
    .where("id", "=", id)
    .where("ended_at", "is", null)
    .where(({ eb, or }) => or([eb("holder", "=", holder), lapsed(now, leaseMs)]))
    .returningAll()
    .executeTakeFirst();
}

export class LostClaim extends Error {}

export type ApplyChange = Partial<
  Pick<
    ApplyRow,
    | "checks"
    | "baseline"
    | "preflight"
    | "output"
    | "instance_log"
    | "usual"
    | "reason"
    | "deadline"
    | "taken_back"
    | "contested"
    | "answer"
    | "back_etag"
    | "back_revision"
    | "from_etag"
    | "from_content"
    | "from_revision"
    | "tried"
  >
> & {
  state?: ApplyState;
  /**
   * The result of the previous state, which ends when the apply enters `state`. By default, success without a
   * note.
   */
  step?: { isOk: boolean; note?: string };
  /** Whether the apply failed before the instance was asked to reload. The notification says so. */
  isUntouched?: boolean;
};

/**
 * Stores the next state. Refuses a rollback if an operator has decided to keep the version. The process that
 * continues the apply then reads this decision.
 * @throws LostClaim if another process runs the apply, or the rollback is refused
 */
export async function advance(
  room: Store,
  id: number,
  holder: string,
  { step, isUntouched: _, ...change }: ApplyChange,
): Promise<ApplyRow> {
  const { state } = change;
  const entered = state === undefined ? {} : await entering(room, id, state, { step, checks: change.checks });
  const row = await room.db
    .updateTable("applies")
    .set({ ...entered, ...change })
    .where("id", "=", id)
    .where("holder", "=", holder)
    .where("ended_at", "is", null)
    .$if(state === "rolling-back", (update) =>
      update.where(({ eb, or }) => or([eb("answer", "is", null), eb("answer", "<>", "keep")])),
    )
    .returningAll()
    .executeTakeFirst();
  if (!row) throw new LostClaim(`Another process is running apply ${id}.`);
  return row;
}

async function entering(
  room: Store,
  id: number,
  state: ApplyState,
  { step = { isOk: true }, checks }: Pick<ApplyChange, "step" | "checks">,
): Promise<Partial<ApplyRow>> {
  const row = await applyById(room, id);
  const now = room.clock.now();
  const steps = JSON.parse(row?.steps ?? "[]") as ApplyStep[];
  const last = steps.at(-1);
  if (last)
    Object.assign(last, {
      endedAt: now,
      isOk: step.isOk,
      note: step.note ?? null,
      checks: JSON.parse(checks ?? row?.checks ?? "[]") as unknown,
    });
  if (isEnded(state))
    return { steps: JSON.stringify(steps), ended_at: now, deadline: null, from_content: null };
  return {
    steps: JSON.stringify([...steps, begin(state, now)]),
    checks: "[]",
    deadline: null,
  };
}

/**
 * Ends the applies that were in progress or planned when a backup was made. Continued, they would roll back what runs
 * today, or restart the instance although the plan was canceled since.
 */
export async function endRestoredApplies(db: Db): Promise<void> {
  await db.deleteFrom("planned_applies").execute();
  const rows = await db.selectFrom("applies").where("ended_at", "is", null).select(["id", "steps"]).execute();
  const reason = "A backup was restored that was made during this apply.";
  const at = Date.now();
  for (const { id, steps } of rows) {
    const ended = (JSON.parse(steps) as ApplyStep[]).map((step) =>
      step.endedAt === null ? { ...step, endedAt: at, isOk: false, note: reason } : step,
    );
    await db
      .updateTable("applies")
      .set({ state: "failed", reason, steps: JSON.stringify(ended), ended_at: at })
      .set({ deadline: null, from_content: null })
      .where("id", "=", id)
      .execute();
  }
}

/**
 * How long (ms) a replica with other settings leaves an apply to the others. If none of them continues it, the replica
 * ends it, so that it does not block later applies.
 */
export const LEFT_TO_OTHERS = 10_000;

/**
 * Lists applies that no process runs and that this process should: new applies, and applies whose process has died.
 * @param isOurs whether this process has the settings that an apply needs
 */
export async function abandoned(
  { db, fileId, clock }: Store,
  isOurs: (apply: Pick<ApplyRow, "way" | "reach">) => boolean,
): Promise<number[]> {
  const now = clock.now();
  const rows = await appliesOf(db, await fileId())
    .where("ended_at", "is", null)
    .where(lapsed(now, LEASE))
    .select(["id", "way", "reach", "lease_until", "created_at"])
    .execute();
  const isLeft = (row: (typeof rows)[number]) =>
    now - Math.max(row.created_at, row.lease_until) > LEFT_TO_OTHERS;
  return rows.filter((row) => isOurs(row) || isLeft(row)).map(({ id }) => id);
}

/** @returns false if the apply no longer waits for the decision */
export async function setAnswer(
  { db, fileId }: Pick<Store, "db" | "fileId">,
  id: number,
  answer: ApplyAnswer,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("applies")
    .set({ answer })
    .where("file_id", "=", await fileId())
    .where("id", "=", id)
    .where("state", "in", applyAnswers[answer])
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Returns the apply whose rollback removed settings, and marks these settings as offered.
 * @returns undefined for operators who did not start the apply, and on every later call
 */
export const takeDrafts = async (
  { db, fileId }: Store,
  id: number,
  operator: string,
): Promise<ApplyRow | undefined> =>
  db
    .updateTable("applies")
    .set({ drafts_offered: 1 })
    .where("file_id", "=", await fileId())
    .where("id", "=", id)
    .where("actor", "=", operator)
    .where("ended_at", "is not", null)
    .where("taken_back", "<>", "[]")
    .where("drafts_offered", "=", 0)
    .returningAll()
    .executeTakeFirst();

export interface Drive {
  room: ApplyRoom;
  /** Time between two checks of the instance (ms). */
  lookEvery: number;
  /** Whether this panel process has noticed that a part's process has ended since the reload request. */
  hasSeenEnd: (name: CheckName) => boolean;
  /** @throws LostClaim */
  renew(id: number): Promise<ApplyRow>;
  advance(id: number, change: ApplyChange): Promise<ApplyRow>;
}
