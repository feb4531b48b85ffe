import type { OfferedWay } from "./running";

/*
 * What pages use of the contract besides its types. It is apart from the routes: whoever imports a value from their files
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

export const watchRanges = ["1h", "24h", "7d", "30d"] as const;
export type WatchRange = (typeof watchRanges)[number];

/** The gentlest way after which nothing stays pending; where there is none, the one that leaves least. */
export const gentlestWay = (ways: readonly OfferedWay[]): OfferedWay | undefined =>
  ways.toSorted((one, other) => one.leaves.length - other.leaves.length)[0];

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
