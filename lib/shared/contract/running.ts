import * as z from "zod/mini";
import { settingChange } from "./history";
import { ownPassword } from "./operators";
import { route } from "./route";
import { activeApplyStates, endedApplyStates } from "./values";

/*
 * What the panel's API tells about the running instance: what of the file it has not read, and how an application of the
 * file goes. Nothing here ever contains a secret.
 */

/**
 * `pending`: the instance runs with another value than the file's. `unknown`: the file's value has changed since the
 * version that the instance is known to run, and it does not tell this setting. `environment`: the values differ, but a
 * variable of the instance's own environment may be why; no restart is waited for.
 */
const pendingState = z.enum(["pending", "unknown", "environment"]);
export type PendingState = z.infer<typeof pendingState>;

/** What it takes until the instance uses a value: that it reads its file again, or that it starts again. */
const pendingNeed = z.enum(["reload", "restart"]);
export type PendingNeed = z.infer<typeof pendingNeed>;

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
  /** Effective values. `runs` is that of the known version where the instance does not tell. */
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

/** One thing that is waited for. */
const applyCheck = z.object({
  name: z.enum(["api", "gateway", "cdn", "pending"]),
  isUp: z.boolean(),
  /** What is wrong and what to do. */
  reason: z.optional(z.string()),
});
export type ApplyCheck = z.infer<typeof applyCheck>;

/** An application of the file to the running instance. */
const applyView = z.object({
  id: z.number(),
  state: z.enum([...activeApplyStates, ...endedApplyStates]),
  way: reloadWay,
  actor: z.string(),
  /** ISO 8601. */
  at: z.string(),
  endedAt: z.nullable(z.string()),
  /** The version of the file that is applied. */
  etag: z.string(),
  /** Seconds until the roll-back, while it is waited for. */
  secondsLeft: z.nullable(z.number()),
  /** Whether a version is known that can be put back. */
  canRollBack: z.boolean(),
  checks: z.array(applyCheck),
  /** What the command printed, bounded, secrets hidden. */
  output: z.string(),
  /** Why it was not confirmed, or could not be rolled back, and what to do. */
  reason: z.nullable(z.string()),
  /** What the roll-back took out of the file. */
  takenBack: z.array(settingChange),
});
export type ApplyView = z.infer<typeof applyView>;

/**
 * `local`: the panel's own endpoints read the file as it is, and no other program is known. `told`: the instance was asked,
 * and told the whole of it or (`partly`) what it tells anybody. `unknown`: it cannot be asked.
 */
const runningState = z.enum(["local", "told", "unknown"]);
export type RunningState = z.infer<typeof runningState>;

/** What of the file the running instance has not read, and how applying it goes. */
const runningReport = z.object({
  state: runningState,
  /** The version of the file that this was compared with. */
  etag: z.string(),
  settings: z.array(pendingSetting),
  /** Whether the instance told its whole configuration (INSTANCE_OPERATOR_TOKEN). */
  isWhole: z.boolean(),
  /** Why the instance could not be asked, or told only a part, and what to do. */
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
  /** How long the instance may take to come up before the last version is put back (s). */
  healthSeconds: z.number(),
  /** The application under way, or the last one that ended. */
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
    summary: "Begins to apply the file to the running instance. `GET /running` reports the steps.",
    role: "editor",
    audit: "running.apply",
    proof: { refusal: "Nothing was applied" },
    ifMatch: true,
    body: z.object({ password: ownPassword, way: z.optional(reloadWay) }),
    answer: applyView,
  }),
  keepApply: route("POST", "/running/apply/:id/keep", {
    summary: "Keeps a version that is not confirmed: it is not rolled back.",
    role: "editor",
    audit: "running.keep",
    answer: applyView,
  }),
  markRestarted: route("POST", "/running/restarted", {
    summary: "Records that the instance was restarted, if it cannot be asked itself.",
    role: "editor",
    audit: "running.mark",
    answer: runningReport,
  }),
};
