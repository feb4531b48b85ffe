import type { ApplyView, RunningReport } from "@/lib/shared/contract/running";

/** An apply of one setting that was rolled back, unless `own` says otherwise. */
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

/** What is reported of an instance that runs with the file, after an apply. */
export const sampleReport = (last: ApplyView): RunningReport => ({
  state: "told",
  etag: "1".repeat(64),
  settings: [],
  isWhole: true,
  unknownSince: null,
  known: null,
  ways: [{ way: "command", command: "systemctl restart chat", isRestart: true, leaves: [] }],
  reload: "command",
  healthSeconds: 60,
  isStopIgnored: false,
  seemsUnread: false,
  plan: null,
  apply: last,
});
