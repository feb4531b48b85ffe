import "server-only";
import type { SettingChange } from "@/lib/shared/contract/history";
import type {
  ApplyCheck,
  ApplyState,
  ApplyStep,
  ApplyView,
  ContestedSetting,
  ReloadWay,
} from "@/lib/shared/contract/running";
import type { ApplyRow } from "./store";

export const checksIn = (text: string): ApplyCheck[] => JSON.parse(text) as ApplyCheck[];
export const stepsIn = (row: Pick<ApplyRow, "steps">): ApplyStep[] => JSON.parse(row.steps) as ApplyStep[];

export function viewOf(row: ApplyRow): ApplyView {
  const { deadline, ended_at, planned_at } = row;
  return {
    id: row.id,
    state: row.state as ApplyState,
    way: row.way as ReloadWay,
    actor: row.actor,
    at: new Date(row.created_at).toISOString(),
    endedAt: ended_at === null ? null : new Date(ended_at).toISOString(),
    plannedAt: planned_at === null ? null : new Date(planned_at).toISOString(),
    etag: row.etag,
    version: row.revision,
    fromVersion: row.from_revision,
    backVersion: row.back_revision,
    secondsLeft: deadline === null ? null : Math.max(0, Math.ceil((deadline - Date.now()) / 1000)),
    canRollBack: row.from_etag !== null && row.from_etag !== row.etag,
    baseline: checksIn(row.baseline),
    checks: checksIn(row.checks),
    steps: stepsIn(row),
    output: row.output,
    reason: row.reason,
    changes: JSON.parse(row.changes) as SettingChange[],
    takenBack: JSON.parse(row.taken_back) as SettingChange[],
    areDraftsOffered: row.drafts_offered === 1,
    contested: JSON.parse(row.contested) as ContestedSetting[],
  };
}
