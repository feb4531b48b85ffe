import "server-only";
import type { SettingChange } from "@/lib/shared/contract/history";
import type { ApplyCheck, ApplyState, ApplyView, ReloadWay } from "@/lib/shared/contract/running";
import type { ApplyRow } from "./store";

/** An application as the browser may see it. */
export function viewOf(row: ApplyRow): ApplyView {
  const { deadline, ended_at } = row;
  return {
    id: row.id,
    state: row.state as ApplyState,
    way: row.way as ReloadWay,
    actor: row.actor,
    at: new Date(row.created_at).toISOString(),
    endedAt: ended_at === null ? null : new Date(ended_at).toISOString(),
    etag: row.etag,
    secondsLeft: deadline === null ? null : Math.max(0, Math.ceil((deadline - Date.now()) / 1000)),
    canRollBack: row.from_etag !== null && row.from_etag !== row.etag,
    checks: JSON.parse(row.checks) as ApplyCheck[],
    output: row.output,
    reason: row.reason,
    takenBack: ["rolled-back", "failed"].includes(row.state)
      ? (JSON.parse(row.taken_back) as SettingChange[])
      : [],
  };
}
