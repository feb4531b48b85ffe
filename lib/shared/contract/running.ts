import { authorKinds } from "@/lib/shared/author";
import * as z from "zod/mini";
import { operation } from "./config-snapshot";
import { settingChange } from "./history";
import { proof } from "./operators";
import { preflight } from "./preflight";
import { route } from "./route";
import { activeApplyStates, applyAnswers, checkNames, endedApplyStates } from "./values";

/*
 * What the panel's API reports about the running instance: which settings it has not loaded, and the progress of
 * an apply. Nothing here ever contains a secret.
 */

/**
 * `pending`: the instance's value differs from the file's. `unknown`: the file's value has changed since the
 * version that the instance is known to run, and it does not report this setting. `environment`: the values
 * differ, but a variable in the instance's own environment may be the reason, so no restart is pending.
 */
const pendingState = z.enum(["pending", "unknown", "environment"]);
export type PendingState = z.infer<typeof pendingState>;

/** What the instance must do before it uses a value: reload its file, or restart. */
const pendingNeed = z.enum(["reload", "restart"]);

/** A setting of the file that the instance may not have loaded. */
const pendingSetting = z.object({
  path: z.string(),
  state: pendingState,
  needs: pendingNeed,
  /** The instance has loaded the file's value, but uses it only after its next start. */
  isLoaded: z.optional(z.literal(true)),
  /** If the variable is set in the instance's environment, it overrides the file's value. */
  unlessEnvironment: z.optional(z.literal(true)),
  /** The value is a secret; `runs` and `file` are null. */
  secret: z.boolean(),
  /**
   * Effective values. If the instance does not report its value, `runs` comes from the version it is known to run.
   */
  runs: z.unknown(),
  file: z.unknown(),
});
export type PendingSetting = z.infer<typeof pendingSetting>;

/** How INSTANCE_RELOAD applies the file. */
const reloadWay = z.enum(["command", "broker", "api"]);
export type ReloadWay = z.infer<typeof reloadWay>;

/** A way to apply the file that INSTANCE_RELOAD offers. */
const offeredWay = z.object({
  way: reloadWay,
  /** The command as shown to people: "systemctl restart chat". */
  command: z.optional(z.string()),
  /** Whether the instance's process restarts, which disconnects everybody. */
  isRestart: z.boolean(),
  /** Paths of settings that stay pending afterwards, because they take effect only at a start. */
  leaves: z.array(z.string()),
});
export type OfferedWay = z.infer<typeof offeredWay>;

export type { ActiveApplyState, ApplyState, EndedApplyState } from "./values";

/** The result of one check. */
const applyCheck = z.object({
  name: z.enum(checkNames),
  isUp: z.boolean(),
  /** How long the answer took (ms). */
  ms: z.optional(z.number()),
  /** The problem and what to do. */
  reason: z.optional(z.string()),
  /** The check also failed before the apply, so it does not decide how the apply ends. */
  isIgnored: z.optional(z.literal(true)),
  /** The panel noticed that the process ended after the reload request. */
  hasRestarted: z.optional(z.literal(true)),
});
export type ApplyCheck = z.infer<typeof applyCheck>;

/** What an operator should know before an apply. */
const applyPreview = z.object({
  /** The current state of the instance's parts. */
  baseline: z.array(applyCheck),
  preflight,
});
export type ApplyPreview = z.infer<typeof applyPreview>;

/** The rolled-back settings as unsaved changes. */
const rolledBackDrafts = z.object({ operations: z.array(operation) });
export type RolledBackDrafts = z.infer<typeof rolledBackDrafts>;

/** One state of an apply, with its result. */
const applyStep = z.object({
  state: z.enum(activeApplyStates),
  /** ms since 1970. */
  at: z.number(),
  /** Null while the state lasts. */
  endedAt: z.nullable(z.number()),
  isOk: z.boolean(),
  /** How the state ended, if its name alone does not show it. */
  note: z.nullable(z.string()),
  /** The last results of the checks. */
  checks: z.array(applyCheck),
});
export type ApplyStep = z.infer<typeof applyStep>;

/** A setting that the apply changed and that somebody has changed again since then. */
const contestedSetting = z.object({
  /** From the value before the apply to the current value in the file. */
  change: settingChange,
  /** Who changed it last. */
  author: z.string(),
  authorKind: z.optional(z.enum(authorKinds)),
});
export type ContestedSetting = z.infer<typeof contestedSetting>;

/** Members that the list of applies and the view of one apply share. */
const applyHead = {
  id: z.number(),
  state: z.enum([...activeApplyStates, ...endedApplyStates]),
  way: reloadWay,
  actor: z.string(),
  /** ISO 8601. */
  at: z.string(),
  endedAt: z.nullable(z.string()),
  /** The version's number in the history. */
  version: z.nullable(z.number()),
  /** Why the apply was not confirmed or could not be rolled back, and what to do. */
  reason: z.nullable(z.string()),
};

/** An apply of the file to the running instance. */
const applyView = z.object({
  ...applyHead,
  /** ISO 8601: when the apply was planned; null if it was started directly. */
  plannedAt: z.nullable(z.string()),
  /** The version of the file that is applied. */
  etag: z.string(),
  /** The version to roll back to, and the version that the rollback created. */
  fromVersion: z.nullable(z.number()),
  backVersion: z.nullable(z.number()),
  /** Seconds until the timeout of the current state. */
  secondsLeft: z.nullable(z.number()),
  /** Whether a version for a rollback is known. */
  canRollBack: z.boolean(),
  /** The checks before the apply. */
  baseline: z.array(applyCheck),
  checks: z.array(applyCheck),
  steps: z.array(applyStep),
  /** The output of the command, limited in length, with secrets hidden. */
  output: z.string(),
  /** What the apply changes. */
  changes: z.array(settingChange),
  /** The changes that the rollback removed from the file. */
  takenBack: z.array(settingChange),
  /** Whether the removed changes were offered as unsaved changes to the operator who started the apply. */
  areDraftsOffered: z.boolean(),
  contested: z.array(contestedSetting),
});
export type ApplyView = z.infer<typeof applyView>;

/** The permanent record of an apply. */
const applyRecord = z.object({
  apply: applyView,
  /** The preflight before the reload request; null for applies by an earlier version of the panel. */
  preflight: z.nullable(preflight),
  /** Its entry in the audit log; null if there is none. */
  auditEntry: z.nullable(z.number()),
});
export type ApplyRecord = z.infer<typeof applyRecord>;

/** An apply in the list of past ones. */
const pastApply = z.object({
  ...applyHead,
  isPlanned: z.boolean(),
  /** How many settings it changes. */
  changes: z.number(),
});
export type PastApply = z.infer<typeof pastApply>;

const pastApplies = z.object({
  /** Newest first. */
  applies: z.array(pastApply),
  /** Pass as `before` for the next page; null on the last page. */
  next: z.nullable(z.number()),
});
export type PastApplies = z.infer<typeof pastApplies>;

/** An apply that an operator has planned. Times in ISO 8601. */
const applyPlan = z.object({ at: z.string(), actor: z.string(), plannedAt: z.string() });
export type ApplyPlan = z.infer<typeof applyPlan>;

/**
 * `local`: the panel's own endpoints read the file directly, and no other program is known. `told`: the instance
 * reported all settings or (`partly`) its public settings. `unknown`: the panel cannot ask the instance. The value
 * `told` cannot be renamed: stored rows have it (`running_versions.known_by`), and scripts read it in this answer.
 */
const runningState = z.enum(["local", "told", "unknown"]);

/** Which settings of the file the running instance has not loaded, and the progress of applying them. */
const runningReport = z.object({
  state: runningState,
  /** The version of the file that was compared. */
  etag: z.string(),
  settings: z.array(pendingSetting),
  /** Whether the instance reported its whole configuration (INSTANCE_OPERATOR_TOKEN). */
  isWhole: z.boolean(),
  /** Why the instance could not be asked or reported only some settings, and what to do. */
  reason: z.optional(z.string()),
  /** ISO 8601: the first save that the instance may not have loaded; null if every save is known to be loaded. */
  unknownSince: z.nullable(z.string()),
  /** The last version that the instance is known to have run without problems. */
  known: z.nullable(
    z.object({ etag: z.string(), at: z.string(), by: z.enum(["told", "marked", "applied"]) }),
  ),
  /**
   * The ways that INSTANCE_RELOAD offers, least disruptive first. Empty: somebody restarts the instance manually.
   */
  ways: z.array(offeredWay),
  /** The least disruptive sufficient way, with its command (`gentlestWay`). */
  reload: z.nullable(reloadWay),
  command: z.optional(z.string()),
  /** How many seconds the instance may take to become healthy before the rollback. */
  healthSeconds: z.number(),
  /** The instance reports values that no version of this file has had. It may read another file. */
  seemsUnread: z.boolean(),
  /** The instance did not stop when the panel last asked it to, so the panel does not ask again. */
  isStopIgnored: z.boolean(),
  /** The planned apply. */
  plan: z.nullable(applyPlan),
  /** The apply in progress, or the last one that ended. */
  apply: z.nullable(applyView),
});
export type RunningReport = z.infer<typeof runningReport>;

export const runningRoutes = {
  readRunning: route("GET", "/running", {
    summary:
      "Returns the settings that the running instance has not read yet, and the current or last apply.",
    role: "viewer",
    answer: runningReport,
  }),
  applyFile: route("POST", "/running/apply", {
    summary: "Starts applying the file to the running instance. `GET /running` reports the steps.",
    role: "editor",
    audit: "running.apply",
    proof: { refusal: "Nothing was applied" },
    ifMatch: true,
    body: z.object({
      ...proof,
      way: z.optional(reloadWay),
      /** Asks the instance to stop although it did not stop the last time: its server has been updated since. */
      stopAgain: z.optional(z.boolean()),
    }),
    answer: applyView,
  }),
  previewApply: route("GET", "/running/apply/preview", {
    summary: "Returns the state of the instance and the preflight of the file. Takes up to ten seconds.",
    role: "editor",
    answer: applyPreview,
  }),
  answerApply: route("POST", "/running/apply/:id/answer", {
    summary:
      "Decides how a waiting apply continues: keep the version, roll back, or choose which values to keep.",
    role: "editor",
    audit: "running.answer",
    body: z.object({ answer: z.enum(Object.keys(applyAnswers) as (keyof typeof applyAnswers)[]) }),
    answer: applyView,
  }),
  takeDrafts: route("POST", "/running/apply/:id/drafts", {
    summary:
      "Returns the rolled-back settings as operations. Only the operator who applied can get them, and only once.",
    role: "editor",
    answer: rolledBackDrafts,
  }),
  listPastApplies: route("GET", "/running/applies", {
    summary: "Lists applies, newest first.",
    role: "viewer",
    query: z.object({ before: z.optional(z.coerce.number()) }),
    answer: pastApplies,
  }),
  readApply: route("GET", "/running/applies/:id", {
    summary: "Returns an apply with its preflight, its steps and its audit entry.",
    role: "viewer",
    answer: applyRecord,
  }),
  planApply: route("POST", "/running/plan", {
    summary: "Plans to apply the current file at a time within the next two weeks.",
    role: "editor",
    audit: "running.plan",
    proof: { refusal: "Nothing was planned" },
    body: z.object({ ...proof, at: z.iso.datetime({ offset: true }) }),
    answer: applyPlan,
  }),
  cancelPlan: route("DELETE", "/running/plan", {
    summary: "Cancels the planned apply.",
    role: "editor",
    audit: "running.plan.cancel",
    answer: applyPlan,
  }),
  markRestarted: route("POST", "/running/restarted", {
    summary: "Records a restart of the instance, if the instance does not report it.",
    role: "editor",
    audit: "running.mark",
    answer: runningReport,
  }),
};
