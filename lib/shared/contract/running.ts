import * as z from "zod/mini";
import { operation } from "./config-snapshot";
import { settingChange } from "./history";
import { proof } from "./operators";
import { preflight } from "./preflight";
import { route } from "./route";
import { activeApplyStates, applyAnswers, checkNames, endedApplyStates } from "./values";

/*
 * What the panel's API reports about the running instance: what of the file it has not read, and how an apply goes.
 * Nothing here ever contains a secret.
 */

/**
 * `pending`: the instance runs with another value than the file's. `unknown`: the file's value has changed since the
 * version that the instance is known to run, and it does not report this setting. `environment`: the values differ, but
 * a variable of the instance's own environment may be why; no restart is waited for.
 */
const pendingState = z.enum(["pending", "unknown", "environment"]);
export type PendingState = z.infer<typeof pendingState>;

/** What it takes until the instance uses a value: that it reads its file again, or that it starts again. */
const pendingNeed = z.enum(["reload", "restart"]);

/** A setting that the file has and the instance may not run with. */
const pendingSetting = z.object({
  path: z.string(),
  state: pendingState,
  needs: pendingNeed,
  /** The instance has loaded the file's value, but uses it only from its next start. */
  isLoaded: z.optional(z.literal(true)),
  /** A variable of the instance's environment, where it is set, keeps the value from taking effect. */
  unlessEnvironment: z.optional(z.literal(true)),
  /** The value cannot be shown; `runs` and `file` are null then. */
  secret: z.boolean(),
  /** Effective values. `runs` comes from the known version if the instance does not report it. */
  runs: z.unknown(),
  file: z.unknown(),
});
export type PendingSetting = z.infer<typeof pendingSetting>;

/** A way in which INSTANCE_RELOAD applies the file. */
const reloadWay = z.enum(["command", "broker", "api"]);
export type ReloadWay = z.infer<typeof reloadWay>;

/** A way to apply the file that INSTANCE_RELOAD names. */
const offeredWay = z.object({
  way: reloadWay,
  /** What it runs, for people: "systemctl restart chat". */
  command: z.optional(z.string()),
  /** Whether the instance's process ends and starts again, which cuts everybody off. */
  isRestart: z.boolean(),
  /** The settings that stay pending after it, because they take effect only at a start. Paths. */
  leaves: z.array(z.string()),
});
export type OfferedWay = z.infer<typeof offeredWay>;

export type { ActiveApplyState, ApplyState, EndedApplyState } from "./values";

/** One thing that is looked at. */
const applyCheck = z.object({
  name: z.enum(checkNames),
  isUp: z.boolean(),
  /** How long the answer took (ms). */
  ms: z.optional(z.number()),
  /** What is wrong and what to do. */
  reason: z.optional(z.string()),
  /** It did not answer before the apply either, so it does not decide how the apply ends. */
  isIgnored: z.optional(z.literal(true)),
  /** Its process was seen to end after the reload request. */
  hasRestarted: z.optional(z.literal(true)),
});
export type ApplyCheck = z.infer<typeof applyCheck>;

/** What an operator should know before an apply. */
const applyPreview = z.object({
  /** The parts of the instance as they are. */
  baseline: z.array(applyCheck),
  preflight,
});
export type ApplyPreview = z.infer<typeof applyPreview>;

/** The rolled-back settings as unsaved changes. */
const rolledBackDrafts = z.object({ operations: z.array(operation) });
export type RolledBackDrafts = z.infer<typeof rolledBackDrafts>;

/** The work of one state. */
const applyStep = z.object({
  state: z.enum(activeApplyStates),
  /** ms since 1970. */
  at: z.number(),
  /** Null while it lasts. */
  endedAt: z.nullable(z.number()),
  isOk: z.boolean(),
  /** How it ended, where the state alone does not say so. */
  note: z.nullable(z.string()),
  /** What was looked at last. */
  checks: z.array(applyCheck),
});
export type ApplyStep = z.infer<typeof applyStep>;

/** A setting that the apply changed, and that somebody has changed again since. */
const contestedSetting = z.object({
  /** From the value before the apply to the one in the file now. */
  change: settingChange,
  /** Who changed it last. */
  author: z.string(),
});
export type ContestedSetting = z.infer<typeof contestedSetting>;

/** What the list of applies and the view of one have in common. */
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
  /** Why it was not confirmed, or could not be rolled back, and what to do. */
  reason: z.nullable(z.string()),
};

/** An apply of the file to the running instance. */
const applyView = z.object({
  ...applyHead,
  /** ISO 8601: when it was planned; null for one that was begun at once. */
  plannedAt: z.nullable(z.string()),
  /** The version of the file that is applied. */
  etag: z.string(),
  /** The version to roll back to, and the one that the rollback made. */
  fromVersion: z.nullable(z.number()),
  backVersion: z.nullable(z.number()),
  /** Seconds until the wait of the present state ends. */
  secondsLeft: z.nullable(z.number()),
  /** Whether a version for a rollback is known. */
  canRollBack: z.boolean(),
  /** How the instance was before. */
  baseline: z.array(applyCheck),
  checks: z.array(applyCheck),
  steps: z.array(applyStep),
  /** What the command printed, bounded, secrets hidden. */
  output: z.string(),
  /** What the apply changes. */
  changes: z.array(settingChange),
  /** What the rollback took out of the file. */
  takenBack: z.array(settingChange),
  /** Whether these were offered as unsaved changes to the operator who applied. */
  areDraftsOffered: z.boolean(),
  contested: z.array(contestedSetting),
});
export type ApplyView = z.infer<typeof applyView>;

/** What stays of an apply. */
const applyRecord = z.object({
  apply: applyView,
  /** The state before the reload request; null for an apply of an earlier version of the panel. */
  preflight: z.nullable(preflight),
  /** Its entry in the audit; null if there is none. */
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
  /** Pass as `before` for the next page; null on the last one. */
  next: z.nullable(z.number()),
});
export type PastApplies = z.infer<typeof pastApplies>;

/** An apply that an operator has planned. Times in ISO 8601. */
const applyPlan = z.object({ at: z.string(), actor: z.string(), plannedAt: z.string() });
export type ApplyPlan = z.infer<typeof applyPlan>;

/**
 * `local`: the panel's own endpoints read the file as it is, and no other program is known. `told`: the instance
 * reported all of it or (`partly`) its public settings. `unknown`: it cannot be asked.
 */
const runningState = z.enum(["local", "told", "unknown"]);

/** What of the file the running instance has not read, and how applying it goes. */
const runningReport = z.object({
  state: runningState,
  /** The version of the file that this was compared with. */
  etag: z.string(),
  settings: z.array(pendingSetting),
  /** Whether the instance reported its whole configuration (INSTANCE_OPERATOR_TOKEN). */
  isWhole: z.boolean(),
  /** Why the instance could not be asked, or reported only a part, and what to do. */
  reason: z.optional(z.string()),
  /** ISO 8601: the first save that nothing is known about; null when all is known. */
  unknownSince: z.nullable(z.string()),
  /** The version that the instance last ran well with, as far as is known. */
  known: z.nullable(
    z.object({ etag: z.string(), at: z.string(), by: z.enum(["told", "marked", "applied"]) }),
  ),
  /** The ways of INSTANCE_RELOAD, the gentlest first; none: a person restarts the instance. */
  ways: z.array(offeredWay),
  /** The gentlest way that suffices, and what it runs (`gentlestWay`). */
  reload: z.nullable(reloadWay),
  command: z.optional(z.string()),
  /** How long the instance may take to come up before the rollback (s). */
  healthSeconds: z.number(),
  /** The instance reports what no version of this file has had: it may read another file. */
  seemsUnread: z.boolean(),
  /** The instance did not end when the panel last asked it to stop; the panel does not ask it again. */
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
      /** Asks an instance to stop that did not end the last time: its server was updated since. */
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
