import { type ClientProbeName, clientProbes } from "./client-probes";

/*
 * Values of the contract that pages use besides its types. They are in a separate file because importing a value
 * from the routes' files also loads all their schemas.
 */

/** The section filter's value for unrecognized keys. */
export const unrecognizedKeys = "unrecognized";

/** The parts of a running instance that are probed, in display order. */
export const partNames = ["api", "gateway", "cdn", "broker", "mail"] as const;
export type PartName = (typeof partNames)[number];

/** Objects that are counted on the instance. */
export const countNames = ["users", "guilds", "messages"] as const;
export type CountName = (typeof countNames)[number];

/**
 * The panel's own figures: answered requests; how many of them were over a rate limit (429), refused for other
 * reasons (4xx), or failed (5xx); requests to the three endpoints; and their total time (ms).
 */
export const ownNames = ["requests", "limited", "refused", "failed", "endpoints", "endpointTime"] as const;
export type OwnName = (typeof ownNames)[number];

export type SeriesName = PartName | CountName | OwnName;

/** Topics of notifications, as people choose them. */
export const notifyTopics = ["outages", "applies", "undone", "certificates", "sign-ins", "backups"] as const;
export type NotifyTopic = (typeof notifyTopics)[number];

export const watchRanges = ["1h", "24h", "7d", "30d"] as const;
export type WatchRange = (typeof watchRanges)[number];

/** The least disruptive way that leaves nothing pending; otherwise, the way that leaves the fewest settings. */
export const gentlestWay = <Way extends { leaves: readonly unknown[] }>(
  ways: readonly Way[],
): Way | undefined => ways.toSorted((one, other) => one.leaves.length - other.leaves.length)[0];

/**
 * In order. `requested`: checks the instance before the apply. `applying`: reloads or restarts the instance.
 * `confirming`: waits until it is healthy. `asking`: the API and the settings are right and only other addresses
 * fail, so an operator decides. `rolling-back`: restores the settings. `contested`: the same setting was changed
 * during the apply, so an operator decides. `reapplying`, `reconfirming`: as before, with the restored version.
 */
export const activeApplyStates = [
  "requested",
  "applying",
  "confirming",
  "asking",
  "rolling-back",
  "contested",
  "reapplying",
  "reconfirming",
] as const;
export const endedApplyStates = ["confirmed", "rolled-back", "kept", "failed"] as const;
export type ActiveApplyState = (typeof activeApplyStates)[number];
export type EndedApplyState = (typeof endedApplyStates)[number];
export type ApplyState = ActiveApplyState | EndedApplyState;

export const isEnded = (state: ApplyState): state is EndedApplyState =>
  (endedApplyStates as readonly string[]).includes(state);

/**
 * Decisions that an operator can make, and the states of the apply that allow them. `newer` and `older`: which
 * values contested settings have in the file after the rollback.
 */
export const applyAnswers = {
  keep: ["requested", "applying", "confirming", "asking"],
  "roll-back": ["confirming", "asking"],
  newer: ["contested"],
  older: ["contested"],
} as const satisfies Record<string, readonly ActiveApplyState[]>;
export type ApplyAnswer = keyof typeof applyAnswers;

const clientCheckNames = Object.keys(clientProbes).map(
  (name) => `client:${name as ClientProbeName}` as const,
);
type ClientCheckName = (typeof clientCheckNames)[number];

/** The checks: the parts of the instance, the settings that it has loaded, and requests as a client makes them. */
export const checkNames = [...partNames, "pending", ...clientCheckNames] as const;
export type CheckName = (typeof checkNames)[number];

export const isClientCheck = (name: CheckName): name is ClientCheckName => name.startsWith("client:");
export const clientProbeOf = (name: ClientCheckName): ClientProbeName =>
  name.slice("client:".length) as ClientProbeName;

/** Parts that do not affect the result, because they did not answer before the apply either. */
export function ignoredParts<Check extends { name: CheckName; isUp: boolean }>(
  baseline: readonly Check[],
): Check[] {
  // If the whole instance was down, every part must come up.
  if (baseline.some(({ name, isUp }) => name === "api" && !isUp)) return [];
  return baseline.filter(({ name, isUp }) => name !== "pending" && !isUp);
}
