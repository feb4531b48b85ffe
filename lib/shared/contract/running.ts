import type { SettingChange } from "./history";

/*
 * What the panel's API tells about the running instance: what of the file it has not read, and how an application of the
 * file goes. Nothing here ever contains a secret.
 */

/**
 * `pending`: the instance runs with another value than the file's. `unknown`: the file's value has changed since the
 * version that the instance is known to run, and it does not tell this setting. `environment`: the values differ, but a
 * variable of the instance's own environment may be why; no restart is waited for.
 */
export type PendingState = "pending" | "unknown" | "environment";

/** What it takes until the instance uses a value: that it reads its file again, or that it starts again. */
export type PendingNeed = "reload" | "restart";

/** A setting that the file has and the instance may not run with. */
export interface PendingSetting {
  path: string;
  state: PendingState;
  needs: PendingNeed;
  /** The instance has loaded the file's value, but uses it only from its next start. */
  isLoaded?: true;
  /** A variable of the instance's environment, where it is set, keeps the value from taking effect. */
  unlessEnvironment?: true;
  /** The value cannot be shown; `runs` and `file` are null then. */
  secret: boolean;
  /** Effective values. `runs` is that of the known version where the instance does not tell. */
  runs: unknown;
  file: unknown;
}

/** A way in which INSTANCE_RELOAD applies the file. */
export type ReloadWay = "command" | "broker" | "api";

/** A way to apply the file that INSTANCE_RELOAD names. */
export interface OfferedWay {
  way: ReloadWay;
  /** What it runs, for people: "systemctl restart chat". */
  command?: string;
  /** Whether the instance's process ends and starts again, which cuts everybody off. */
  isRestart: boolean;
  /** The settings that stay pending after it, because they take effect only at a start. Paths. */
  leaves: string[];
}

/** The gentlest way after which nothing stays pending; where there is none, the one that leaves least. */
export const gentlestWay = (ways: readonly OfferedWay[]): OfferedWay | undefined =>
  ways.toSorted((one, other) => one.leaves.length - other.leaves.length)[0];

/**
 * `local`: the panel's own endpoints read the file as it is, and no other program is known. `told`: the instance was asked,
 * and told the whole of it or (`partly`) what it tells anybody. `unknown`: it cannot be asked.
 */
export type RunningState = "local" | "told" | "unknown";

/** The answer of `GET /api/panel/running`. */
export interface RunningReport {
  state: RunningState;
  /** The version of the file that this was compared with. */
  etag: string;
  settings: PendingSetting[];
  /** Whether the instance told its whole configuration (INSTANCE_OPERATOR_TOKEN). */
  isWhole: boolean;
  /** Why the instance could not be asked, or told only a part, and what to do. */
  reason?: string;
  /** ISO 8601: the first save that nothing is known about; null when all is known. */
  unknownSince: string | null;
  /** The version that the instance last ran well with, as far as is known. */
  known: { etag: string; at: string; by: "told" | "marked" | "applied" } | null;
  /** The ways of INSTANCE_RELOAD, the gentlest first; none: a person restarts the instance. */
  ways: OfferedWay[];
  /** The gentlest way that suffices, and what it runs (`gentlestWay`). */
  reload: ReloadWay | null;
  command?: string;
  /** How long the instance may take to come up before the last version is put back (s). */
  healthSeconds: number;
  /** The application under way, or the last one that ended. */
  apply: ApplyView | null;
}

export const activeApplyStates = [
  "requested",
  "applying",
  "confirming",
  "rolling-back",
  "reapplying",
  "reconfirming",
] as const;
export const endedApplyStates = ["confirmed", "rolled-back", "kept", "failed"] as const;
export type ActiveApplyState = (typeof activeApplyStates)[number];
export type EndedApplyState = (typeof endedApplyStates)[number];
export type ApplyState = ActiveApplyState | EndedApplyState;

export const isEnded = (state: ApplyState): state is EndedApplyState =>
  (endedApplyStates as readonly string[]).includes(state);

/** One thing that is waited for. */
export interface ApplyCheck {
  name: "api" | "gateway" | "cdn" | "pending";
  isUp: boolean;
  /** What is wrong and what to do. */
  reason?: string;
}

/** An application of the file to the running instance. */
export interface ApplyView {
  id: number;
  state: ApplyState;
  way: ReloadWay;
  actor: string;
  /** ISO 8601. */
  at: string;
  endedAt: string | null;
  /** The version of the file that is applied. */
  etag: string;
  /** Seconds until the roll-back, while it is waited for. */
  secondsLeft: number | null;
  /** Whether a version is known that can be put back. */
  canRollBack: boolean;
  checks: ApplyCheck[];
  /** What the command printed, bounded, secrets hidden. */
  output: string;
  /** Why it was not confirmed, or could not be rolled back, and what to do. */
  reason: string | null;
  /** What the roll-back took out of the file. */
  takenBack: SettingChange[];
}
