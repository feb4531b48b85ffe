import { authorKinds } from "@/lib/shared/author";
import * as z from "zod/mini";
import { operation } from "./config-snapshot";
import { settingChange } from "./history";
import { preflight } from "./checks";
import { route } from "./route";
import { activeApplyStates, applyAnswers, checkNames, endedApplyStates } from "./values";

/*
 * What the panel API returns about the running instance: the settings that the instance has not loaded, and
 * the progress of an apply. Contains no secrets. Both are in one file, because they share the schemas of
 * settings.
 */

/**
 * Why the instance may not have loaded a setting.
 * - `pending`: the instance's value differs from the file's value.
 * - `unknown`: the instance does not report the setting. The file's value has changed since the last version
 * that the instance is known to have loaded.
 * - `environment`: the values differ, but an environment variable of the instance may be the reason. No
 * restart is pending.
 */
const pendingState = z.enum(["pending", "unknown", "environment"]);
export type PendingState = z.infer<typeof pendingState>;

const pendingNeed = z.enum(["reload", "restart"]);

const pendingSetting = z.object({
  path: z.string(),
  state: pendingState,
  needs: pendingNeed,
  /** Set if the API has loaded the file's value, but it takes effect only later, or another part has not loaded it. */
  isLoaded: z.optional(z.literal(true)),
  /** Set if an environment variable of the instance may override the file's value. */
  unlessEnvironment: z.optional(z.literal(true)),
  /** In state `environment`: set if the instance started with the file's value and reports another one. */
  isCertain: z.optional(z.literal(true)),
  variable: z.optional(z.string()),
  /** Set for a key that the file's edition does not describe. `path` then is the key's path as displayed. */
  isUnrecognized: z.optional(z.literal(true)),
  /** If true, `runs` and `file` are null. */
  secret: z.boolean(),
  /**
   * The value that the instance uses, and the file's value. If the instance does not report its value, `runs`
   * is the value of the last version that the instance is known to have loaded.
   */
  runs: z.unknown(),
  file: z.unknown(),
});
export type PendingSetting = z.infer<typeof pendingSetting>;

/** Which revision of which server program the instance runs. `date` is that of the revision, in ISO 8601. */
const serverVersion = z.object({
  implementation: z.string(),
  rev: z.nullable(z.string()),
  date: z.nullable(z.string()),
});
export type ServerVersion = z.infer<typeof serverVersion>;

/** What an upgrade of the server changed in the configuration that the instance reports. Contains no secrets. */
const upgradeReport = z.object({
  /** Paths of settings and unrecognized keys that the instance reports now, or no longer reports. */
  came: z.array(z.string()),
  went: z.array(z.string()),
  changed: z.array(
    z.object({
      path: z.string(),
      before: z.unknown(),
      after: z.unknown(),
      /** Whether the value before was the default, so that the new value probably is the new default. */
      isDefault: z.boolean(),
    }),
  ),
});
export type UpgradeReport = z.infer<typeof upgradeReport>;

/** A change of the server program that the instance runs. `at`: when the panel noticed it, in ISO 8601. */
const serverChange = z.object({
  at: z.string(),
  from: serverVersion,
  to: serverVersion,
  /** Which of the versions is newer. `changed` if their dates do not show it. */
  how: z.enum(["upgraded", "downgraded", "changed"]),
  /** Null if the instance did not report its whole configuration before and after. */
  report: z.nullable(upgradeReport),
});
export type ServerChange = z.infer<typeof serverChange>;

/** How the panel makes the instance load the file (INSTANCE_RELOAD). */
const reloadWay = z.enum(["command", "broker"]);
export type ReloadWay = z.infer<typeof reloadWay>;

const offeredWay = z.object({
  problem: z.optional(z.string()),
  way: reloadWay,
  /** The command for display, such as "systemctl restart chat". */
  command: z.optional(z.string()),
  isRestart: z.boolean(),
  /** Paths of settings that stay pending, because they take effect only after a restart. */
  leaves: z.array(z.string()),
});
export type OfferedWay = z.infer<typeof offeredWay>;

export type { ActiveApplyState, ApplyState, EndedApplyState } from "./values";

const applyCheck = z.object({
  name: z.enum(checkNames),
  isUp: z.boolean(),
  /** Response time in milliseconds. */
  ms: z.optional(z.number()),
  reason: z.optional(z.string()),
  /** Set if nothing contradicts the check, and nothing proves it either. `reason` says why. */
  isUnproven: z.optional(z.literal(true)),
  /** Set if the check was failing before the apply. Its result is then ignored. */
  isIgnored: z.optional(z.literal(true)),
  /** Set if the panel noticed that the process ended after the request to reload or restart. */
  hasRestarted: z.optional(z.literal(true)),
});
export type ApplyCheck = z.infer<typeof applyCheck>;

const applyPreview = z.object({
  baseline: z.array(applyCheck),
  preflight,
});
export type ApplyPreview = z.infer<typeof applyPreview>;

const rolledBackDrafts = z.object({ operations: z.array(operation) });
export type RolledBackDrafts = z.infer<typeof rolledBackDrafts>;

const applyStep = z.object({
  state: z.enum(activeApplyStates),
  at: z.number(),
  endedAt: z.nullable(z.number()),
  isOk: z.boolean(),
  note: z.nullable(z.string()),
  checks: z.array(applyCheck),
});
export type ApplyStep = z.infer<typeof applyStep>;

const contestedSetting = z.object({
  change: settingChange,
  author: z.string(),
  authorKind: z.optional(z.enum(authorKinds)),
});
export type ContestedSetting = z.infer<typeof contestedSetting>;

const applyHead = {
  id: z.number(),
  state: z.enum([...activeApplyStates, ...endedApplyStates]),
  way: reloadWay,
  actor: z.string(),
  at: z.string(),
  endedAt: z.nullable(z.string()),
  version: z.nullable(z.number()),
  reason: z.nullable(z.string()),
};

const applyView = z.object({
  ...applyHead,
  /** The time for which the apply was planned, in ISO 8601. Null if an operator started it directly. */
  plannedAt: z.nullable(z.string()),
  /** The panel rolls back unless an operator confirms the apply within this many minutes. Null without a check-in. */
  checkIn: z.nullable(z.number()),
  etag: z.string(),
  /**
   * `fromVersion` is the number of the version that a rollback restores. `backVersion` is the number of the
   * version that the rollback created.
   */
  fromVersion: z.nullable(z.number()),
  backVersion: z.nullable(z.number()),
  secondsLeft: z.nullable(z.number()),
  canRollBack: z.boolean(),
  baseline: z.array(applyCheck),
  checks: z.array(applyCheck),
  steps: z.array(applyStep),
  /** The output of the command, shortened and without secrets. */
  output: z.string(),
  changes: z.array(settingChange),
  takenBack: z.array(settingChange),
  /** Versions to which the panel rolled back, and with which the instance did not come back. */
  tried: z.array(z.object({ etag: z.string(), version: z.nullable(z.number()), reason: z.string() })),
  areDraftsOffered: z.boolean(),
  contested: z.array(contestedSetting),
});
export type ApplyView = z.infer<typeof applyView>;

const applyRecord = z.object({
  apply: applyView,
  preflight: z.nullable(preflight),
  auditEntry: z.nullable(z.number()),
  /** The instance's output during the apply, shortened and without secrets. Empty for viewers. */
  instanceLog: z.string(),
});
export type ApplyRecord = z.infer<typeof applyRecord>;

const pastApply = z.object({
  ...applyHead,
  isPlanned: z.boolean(),
  changes: z.number(),
});
export type PastApply = z.infer<typeof pastApply>;

const pastApplies = z.object({
  /** The newest apply comes first. */
  applies: z.array(pastApply),
  next: z.nullable(z.number()),
});
export type PastApplies = z.infer<typeof pastApplies>;

/**
 * A planned apply. `at` is the time at which the apply starts. `plannedAt` is the time at which the operator
 * planned it. Both times are in ISO 8601.
 */
const applyPlan = z.object({
  at: z.string(),
  actor: z.string(),
  plannedAt: z.string(),
  /** The panel rolls back unless an operator confirms within this many minutes. Null without a check-in. */
  checkIn: z.nullable(z.number()),
});
export type ApplyPlan = z.infer<typeof applyPlan>;

/**
 * How the panel knows what the instance has loaded.
 * - `local`: the panel itself is the instance and reads the file directly.
 * - `told`: the instance has reported all settings or only its public settings. The name `told` must not
 * change, because the database contains it (`running_versions.known_by`) and scripts read it.
 * - `unknown`: the panel cannot ask the instance.
 */
const runningState = z.enum(["local", "told", "unknown"]);

const runningReport = z.object({
  state: runningState,
  etag: z.string(),
  settings: z.array(pendingSetting),
  /** Whether the instance has reported all its settings, which needs INSTANCE_OPERATOR_TOKEN. */
  isWhole: z.boolean(),
  reason: z.optional(z.string()),
  /**
   * The save time of the first version that the instance may not have loaded, in ISO 8601. Null if the instance has
   * loaded all versions.
   */
  unknownSince: z.nullable(z.string()),
  known: z.nullable(
    z.object({
      etag: z.string(),
      at: z.string(),
      by: z.enum(["told", "marked", "applied"]),
      /** Whether the process started with the version and served clients. A rollback may return to it. */
      works: z.boolean(),
      claim: z.enum(["works", "until-restart", "loaded", "reported", "presumed"]),
    }),
  ),
  /** The version to which a rollback of the current file would return. Null if no other version is known to work. */
  rollsBackTo: z.nullable(z.object({ etag: z.string(), version: z.nullable(z.number()), at: z.string() })),
  /** When the instance's processes started, if it reports that: the oldest of them, in ISO 8601. */
  startedAt: z.nullable(z.string()),
  server: z.nullable(serverVersion),
  upgrades: z.array(serverChange),
  exposedMetrics: z.array(z.string()),
  /**
   * The ways that INSTANCE_RELOAD configures, the least disruptive first. Empty if operators must restart the instance
   * themselves.
   */
  ways: z.array(offeredWay),
  reload: z.nullable(reloadWay),
  command: z.optional(z.string()),
  /** Whether the panel reads the instance's output (INSTANCE_LOG). */
  showsLog: z.boolean(),
  /** Number of seconds within which the instance must be healthy. If it is not, the panel rolls back. */
  healthSeconds: z.number(),
  /**
   * Whether the instance reports values that no version of this file has had. If so, it may be reading
   * another file.
   */
  seemsUnread: z.boolean(),
  plan: z.nullable(applyPlan),
  apply: z.nullable(applyView),
});
export type RunningReport = z.infer<typeof runningReport>;

const instanceLog = z.object({
  text: z.string(),
  problem: z.nullable(z.string()),
});
export type InstanceLogView = z.infer<typeof instanceLog>;

/** Minutes within which an operator must confirm the apply with the answer `keep`. */
const checkIn = z.optional(z.int().check(z.minimum(1), z.maximum(60)));

export const runningRoutes = {
  readInstanceLog: route("GET", "/running/log", {
    summary: "Returns the end of the instance's output (INSTANCE_LOG), without secrets.",
    role: "editor",
    answer: instanceLog,
  }),
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
    body: z.object({ way: z.optional(reloadWay), checkIn }),
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
    summary:
      "Plans to apply this version of the file at a time within the next two weeks. The plan is dropped if the file or the planner's role changes before.",
    role: "editor",
    audit: "running.plan",
    proof: { refusal: "Nothing was planned" },
    ifMatch: true,
    body: z.object({ at: z.iso.datetime({ offset: true }), checkIn }),
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
