import type { ApplyView, RunningReport } from "@/lib/shared/contract/running";

/** Returns an apply of one setting that was rolled back. `own` overrides properties. */
export const sampleApply = (own: Partial<ApplyView>): ApplyView => ({
  id: 1,
  state: "rolled-back",
  way: "command",
  actor: "mara",
  at: "2026-11-22T10:00:00.000Z",
  endedAt: "2026-11-22T10:01:00.000Z",
  plannedAt: null,
  etag: "1".repeat(64),
  version: 7,
  fromVersion: 6,
  backVersion: 8,
  secondsLeft: null,
  canRollBack: true,
  baseline: [],
  checks: [],
  steps: [],
  output: "",
  reason: "The API did not respond.",
  changes: [],
  takenBack: [{ path: "general.instanceName", known: true, before: null, after: "Harbor" }],
  areDraftsOffered: true,
  contested: [],
  ...own,
});

/** Returns the report about an instance that has loaded all settings and can be restarted with a command. */
export const sampleRunning = (rest: Partial<RunningReport> = {}): RunningReport => ({
  state: "told",
  etag: "1".repeat(64),
  settings: [],
  isWhole: true,
  unknownSince: null,
  known: null,
  ways: [{ way: "command", command: "systemctl restart chat", isRestart: true, leaves: [] }],
  reload: "command",
  command: "systemctl restart chat",
  healthSeconds: 60,
  seemsUnread: false,
  plan: null,
  apply: null,
  ...rest,
});
