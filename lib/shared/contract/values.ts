/** The requests that the panel sends as a client after the instance has loaded a version, in this order. */
export const clientProbes = {
  discovery: "Clients find the API by the server name",
  "announced-gateway": "The announced gateway sends its Hello message",
  "signed-in": "A signed-in request works",
  upload: "A file can be uploaded and downloaded",
  mail: "The mail provider accepts a test mail",
} as const;

export type ClientProbeName = keyof typeof clientProbes;

/*
 * Values of the contract that pages import. They are not in the files of the routes, because importing a value from
 * those files would load all their schemas.
 */

export const unrecognizedKeys = "unrecognized";

/** The services of an instance that the panel monitors, in display order. */
export const partNames = ["api", "gateway", "cdn", "broker", "mail"] as const;
export type PartName = (typeof partNames)[number];

export const countNames = ["users", "guilds", "messages"] as const;
export type CountName = (typeof countNames)[number];

/**
 * The panel's measurements of itself.
 * - `requests`: all requests that the panel received.
 * - `limited`: requests over a rate limit (429).
 * - `refused`: requests refused for another reason (4xx).
 * - `failed`: requests that failed (5xx).
 * - `endpoints`, `endpointTime`: the number and total time (ms) of requests to endpoints of the instance API.
 */
export const ownNames = ["requests", "limited", "refused", "failed", "endpoints", "endpointTime"] as const;
export type OwnName = (typeof ownNames)[number];

export type SeriesName = PartName | CountName | OwnName;

export const notifyTopics = [
  "outages",
  "applies",
  "undone",
  "certificates",
  "sign-ins",
  "backups",
  "proposals",
] as const;
export type NotifyTopic = (typeof notifyTopics)[number];

export const watchRanges = ["1h", "24h", "7d", "30d"] as const;
export type WatchRange = (typeof watchRanges)[number];

/**
 * Chooses the way that leaves the fewest settings pending. `ways` starts with the least disruptive way, so
 * the first way wins a tie.
 */
export const gentlestWay = <Way extends { leaves: readonly unknown[]; problem?: string }>(
  ways: readonly Way[],
): Way | undefined => {
  const rank = ({ leaves, problem }: Way) => (problem === undefined ? leaves.length : Infinity);
  return ways.toSorted((one, other) => (rank(one) === rank(other) ? 0 : rank(one) - rank(other)))[0];
};

/**
 * The states of an apply, in order.
 * - `requested`: the panel checks the instance before the apply.
 * - `applying`: the instance reloads or restarts.
 * - `confirming`: the panel waits until the instance is healthy.
 * - `asking`: only some addresses fail, while the API responds with the right settings. An operator decides
 * whether to roll back.
 * - `checking-in`: the instance is healthy. An operator must confirm that, or the panel rolls back.
 * - `rolling-back`: the panel restores the earlier settings.
 * - `contested`: somebody has changed a setting during the apply. An operator decides which value to use.
 * - `reapplying`, `reconfirming`: like `applying` and `confirming`, with the restored settings.
 */
export const activeApplyStates = [
  "requested",
  "applying",
  "confirming",
  "asking",
  "checking-in",
  "rolling-back",
  "contested",
  "reapplying",
  "reconfirming",
] as const;
export const endedApplyStates = ["confirmed", "rolled-back", "kept", "failed"] as const;
export type ActiveApplyState = (typeof activeApplyStates)[number];
export type EndedApplyState = (typeof endedApplyStates)[number];
export type ApplyState = ActiveApplyState | EndedApplyState;

export const waitsForOperator = (state: ApplyState): boolean =>
  state === "asking" || state === "contested" || state === "checking-in";

export const isEnded = (state: ApplyState): state is EndedApplyState =>
  (endedApplyStates as readonly string[]).includes(state);

/**
 * The decisions of operators, each with the states in which the decision is possible. `newer` and `older`
 * decide which value a contested setting gets.
 */
export const applyAnswers = {
  keep: ["requested", "applying", "confirming", "asking", "checking-in"],
  "roll-back": ["confirming", "asking", "checking-in"],
  newer: ["contested"],
  older: ["contested"],
} as const satisfies Record<string, readonly ActiveApplyState[]>;
export type ApplyAnswer = keyof typeof applyAnswers;

const clientCheckNames = Object.keys(clientProbes).map(
  (name) => `client:${name as ClientProbeName}` as const,
);
type ClientCheckName = (typeof clientCheckNames)[number];

/**
 * Everything that an apply checks: the services, the settings that the instance has loaded (`pending`), and
 * the requests that the panel sends as a client.
 */
export const checkNames = [...partNames, "pending", ...clientCheckNames] as const;
export type CheckName = (typeof checkNames)[number];

export const processParts = ["api", "gateway", "cdn"] as const;
export type ProcessPart = (typeof processParts)[number];

export const isClientCheck = (name: CheckName): name is ClientCheckName => name.startsWith("client:");
export const clientProbeOf = (name: ClientCheckName): ClientProbeName =>
  name.slice("client:".length) as ClientProbeName;

/** Checks that failed before the apply, too, do not count. */
export const failedChecks = <Check extends { isUp: boolean; isIgnored?: true | undefined }>(
  checks: readonly Check[],
): Check[] => checks.filter(({ isUp, isIgnored }) => !isUp && !isIgnored);

export function ignoredParts<Check extends { name: CheckName; isUp: boolean }>(
  baseline: readonly Check[],
): Check[] {
  // If the API was down, the whole instance was down. Every service must then respond after the apply.
  if (baseline.some(({ name, isUp }) => name === "api" && !isUp)) return [];
  return baseline.filter(({ name, isUp }) => name !== "pending" && !isUp);
}
