import "server-only";

/**
 * The outcome of asking the instance to reload:
 * - `note`: how the instance was asked.
 * - `isUntouched`: the instance did not receive or accept the request, and still runs as before.
 * - `reason`: what failed, and what to do.
 */
export type Reloaded = { ok: true; note: string } | { ok: false; reason: string; isUntouched?: boolean };

export const untouched = (reason: string): Reloaded => ({ ok: false, isUntouched: true, reason });
