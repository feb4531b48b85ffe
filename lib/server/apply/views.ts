import "server-only";
import { endedApplyStates } from "@/lib/shared/contract/values";
import type {
  ApplyCheck,
  ApplyRecord,
  ApplyState,
  ApplyStep,
  ApplyView,
  ContestedSetting,
  EndedApplyState,
  PastApplies,
  ReloadWay,
  RolledBackDrafts,
} from "@/lib/shared/contract/running";
import type { PlannedRestart } from "@/lib/shared/contract/watch";
import { AppError } from "@/lib/errors";
import { findAuditEntry } from "@/lib/server/audit";
import type { Preflight } from "@/lib/shared/contract/checks";
import type { SettingChange } from "@/lib/shared/contract/history";
import type { Operation } from "@/lib/shared/contract/config-snapshot";
import type { ApplyRoom } from "./room";
import { applyById, type ApplyRow, lastApply, takeDrafts } from "./store";

export interface AppliedVersion {
  /** When the apply was requested (ms since 1970). */
  at: number;
  /** The version's number in the history. Null if the version is no longer stored. */
  version: number | null;
  etag: string;
  result: EndedApplyState;
}

type Rows = Pick<ApplyRoom, "db" | "fileId">;

/** Maximum number of marks on a plot. More marks would not be distinguishable. */
const mostMarks = 500;

/** @param since ms since 1970 */
export async function listApplies({ db, fileId }: Rows, since: number): Promise<AppliedVersion[]> {
  const rows = await db
    .selectFrom("applies")
    .where("file_id", "=", await fileId())
    .where("created_at", ">=", since)
    .where("ended_at", "is not", null)
    .select(["created_at", "revision", "etag", "state"])
    .orderBy("created_at", "desc")
    .limit(mostMarks)
    .execute();
  return rows
    .map(({ created_at, revision, etag, state }) => ({
      at: created_at,
      version: revision,
      etag,
      result: state as EndedApplyState,
    }))
    .toReversed();
}

const appliesPerPage = 50;

export async function listPastApplies({ db, fileId }: Rows, before?: number): Promise<PastApplies> {
  const rows = await db
    .selectFrom("applies")
    .where("file_id", "=", await fileId())
    .$if(before !== undefined, (query) => query.where("id", "<", before!))
    .select([
      "id",
      "state",
      "way",
      "actor",
      "created_at",
      "ended_at",
      "planned_at",
      "revision",
      "changes",
      "reason",
    ])
    .orderBy("id", "desc")
    .limit(appliesPerPage + 1)
    .execute();
  const shown = rows.slice(0, appliesPerPage);
  return {
    applies: shown.map(({ id, actor, revision, reason, ...row }) => ({
      id,
      state: row.state as ApplyState,
      way: row.way as ReloadWay,
      actor,
      at: new Date(row.created_at).toISOString(),
      endedAt: row.ended_at === null ? null : new Date(row.ended_at).toISOString(),
      isPlanned: row.planned_at !== null,
      version: revision,
      changes: (JSON.parse(row.changes) as unknown[]).length,
      reason: reason?.split("\n").slice(0, 2).join(" ") ?? null,
    })),
    next: rows.length > appliesPerPage ? (shown.at(-1)?.id ?? null) : null,
  };
}

/**
 * States in which an apply restarts the instance or waits for its restart. In these states, a missing answer
 * is not an outage. While the apply waits for an operator, a missing answer is an outage.
 */
const restarting = ["requested", "applying", "confirming", "rolling-back", "reapplying", "reconfirming"];

/**
 * Applies that only reload the file over the broker are excluded, because they do not interrupt the instance.
 * @param since ms since 1970
 */
export async function listRestarts({ db, fileId }: Rows, since: number): Promise<PlannedRestart[]> {
  const rows = await db
    .selectFrom("applies")
    .where("file_id", "=", await fileId())
    .where("way", "<>", "broker")
    .where("state", "in", [...restarting, ...endedApplyStates])
    .where(({ eb, or }) => or([eb("ended_at", "is", null), eb("ended_at", ">=", since)]))
    .select(["created_at", "ended_at", "revision"])
    .orderBy("created_at", "desc")
    .limit(mostMarks)
    .execute();
  return rows
    .map(({ created_at, ended_at, revision }) => ({ from: created_at, to: ended_at, version: revision }))
    .toReversed();
}

export async function currentApply(room: ApplyRoom): Promise<ApplyView | null> {
  const row = await lastApply(room);
  return row ? viewOf(row, room.clock.now()) : null;
}

/** @throws AppError `not-found` */
export async function readApply(
  room: ApplyRoom,
  id: number,
  { withLog }: { withLog: boolean },
): Promise<ApplyRecord> {
  const row = await applyById(room, id);
  if (!row)
    throw new AppError("not-found", `There is no apply ${id}. The panel stores only the newest 1,000.`);
  const stored = JSON.parse(row.preflight) as Preflight | unknown[];
  return {
    apply: viewOf(row, room.clock.now()),
    preflight: Array.isArray(stored) ? null : stored,
    auditEntry: await findAuditEntry(room.db, "running.apply", { apply: id }),
    instanceLog: withLog ? row.instance_log : "",
  };
}

export type TriedVersion = ApplyView["tried"][number];

export const triedIn = (row: Pick<ApplyRow, "tried">): TriedVersion[] =>
  JSON.parse(row.tried) as TriedVersion[];
export const checksIn = (text: string): ApplyCheck[] => JSON.parse(text) as ApplyCheck[];
const stepsIn = (row: Pick<ApplyRow, "steps">): ApplyStep[] => JSON.parse(row.steps) as ApplyStep[];

export function viewOf(row: ApplyRow, now: number): ApplyView {
  const { deadline, ended_at, planned_at } = row;
  return {
    id: row.id,
    state: row.state as ApplyState,
    way: row.way as ReloadWay,
    actor: row.actor,
    at: new Date(row.created_at).toISOString(),
    endedAt: ended_at === null ? null : new Date(ended_at).toISOString(),
    plannedAt: planned_at === null ? null : new Date(planned_at).toISOString(),
    checkIn: row.check_in,
    etag: row.etag,
    version: row.revision,
    fromVersion: row.from_revision,
    backVersion: row.back_revision,
    secondsLeft: deadline === null ? null : Math.max(0, Math.ceil((deadline - now) / 1000)),
    canRollBack: row.from_etag !== null && row.from_etag !== row.etag,
    baseline: checksIn(row.baseline),
    checks: checksIn(row.checks),
    steps: stepsIn(row),
    output: row.output,
    reason: row.reason,
    changes: JSON.parse(row.changes) as SettingChange[],
    takenBack: JSON.parse(row.taken_back) as SettingChange[],
    tried: triedIn(row),
    areDraftsOffered: row.drafts_offered === 1,
    contested: JSON.parse(row.contested) as ContestedSetting[],
  };
}

/**
 * Only the first call by the operator who started the apply returns them. Excludes secrets and settings that
 * were saved since the rollback.
 */
export async function offerDrafts(room: ApplyRoom, id: number, operator: string): Promise<RolledBackDrafts> {
  const row = await takeDrafts(room, id, operator);
  if (!row || row.back_etag === null) return { operations: [] };
  const { takenBack } = viewOf(row, room.clock.now());
  const open = takenBack.filter(({ known, secret }) => known && secret === undefined);
  const untouched = await room.known.versions.unchangedSince(
    row.back_etag,
    open.map(({ path }) => path),
  );
  const operations = open
    .filter(({ path }) => untouched.includes(path))
    .map(({ path, after }): Operation =>
      after === null ? { op: "unset", path } : { op: "set", path, value: after },
    );
  return { operations };
}
