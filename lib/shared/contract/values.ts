import { type ClientProbeName, clientProbes } from "./client-probes";

/*
 * What pages use of the contract besides its types. It is apart from the routes: an import of a value from their files
 * also loads all their schemas.
 */

/** Author of versions that the panel found in the file but did not write. */
export const outsideAuthor = "outside the panel";

/** Stands for unrecognized keys where the history is filtered by section. */
export const unrecognizedKeys = "unrecognized";

/** The parts of a running instance that are probed, in the order in which they are shown. */
export const partNames = ["api", "gateway", "cdn", "broker", "mail"] as const;
export type PartName = (typeof partNames)[number];

/** What is counted on the instance. */
export const countNames = ["users", "guilds", "messages"] as const;
export type CountName = (typeof countNames)[number];

/**
 * The panel's own figures: requests answered; among them those over a rate limit (429), otherwise refused (4xx) and
 * failed (5xx); requests to the three endpoints; and the time that these took together (ms).
 */
export const ownNames = ["requests", "limited", "refused", "failed", "endpoints", "endpointTime"] as const;
export type OwnName = (typeof ownNames)[number];

export type SeriesName = PartName | CountName | OwnName;

/** What notifications report, as people choose it. */
export const notifyTopics = ["outages", "applies", "undone", "certificates", "sign-ins", "backups"] as const;
export type NotifyTopic = (typeof notifyTopics)[number];

export const watchRanges = ["1h", "24h", "7d", "30d"] as const;
export type WatchRange = (typeof watchRanges)[number];

/** The least disruptive way that leaves nothing pending; otherwise, the way that leaves the fewest settings. */
export const gentlestWay = <Way extends { leaves: readonly unknown[] }>(
  ways: readonly Way[],
): Way | undefined => ways.toSorted((one, other) => one.leaves.length - other.leaves.length)[0];

/**
 * In order. `requested`: looks at the instance as it is. `applying`: reloads or restarts the instance. `confirming`:
 * waits until it is healthy. `asking`: the API and the settings are right and only other addresses fail, so an operator
 * may decide. `rolling-back`: restores the settings. `contested`: the same setting was changed during the apply, so an
 * operator may decide. `reapplying`, `reconfirming`: as before, with the restored version.
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
 * What an operator may decide, and while the apply is in which states. `newer` and `older`: which values of contested
 * settings the file has after the rollback.
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

/** What is looked at: the parts of the instance, the settings that it runs with, and what a client does with it. */
export const checkNames = [...partNames, "pending", ...clientCheckNames] as const;
export type CheckName = (typeof checkNames)[number];

export const isClientCheck = (name: CheckName): name is ClientCheckName => name.startsWith("client:");
export const clientProbeOf = (name: ClientCheckName): ClientProbeName =>
  name.slice("client:".length) as ClientProbeName;

/** The parts that decide nothing, as they did not answer before the apply either. */
export function ignoredParts<Check extends { name: CheckName; isUp: boolean }>(
  baseline: readonly Check[],
): Check[] {
  // Of an instance that was down as a whole, every part is expected to come back.
  if (baseline.some(({ name, isUp }) => name === "api" && !isUp)) return [];
  return baseline.filter(({ name, isUp }) => name !== "pending" && !isUp);
}
