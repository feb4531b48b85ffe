import "server-only";

/*
 * What the panel may claim about a version of the file, and from which evidence. docs/applying.md has the same rules as a
 * table.
 */

export interface Evidence {
  /**
   * How the instance's report compares with the version, in every leaf. `partial`: the instance reports only some
   * settings, and none of them differs.
   */
  report: "equal" | "partial" | "different" | "none";
  /**
   * What the process started with. `same`: this version, or a version with the same values in everything that may be read
   * only at start. `other`: other values, because the version was only reloaded, or because a part started before the API.
   * `unknown`: the start was not observed.
   */
  start: "same" | "other" | "unknown";
  /** Whether every part that was up before responds, and every request of a client succeeds. */
  probes: "passed" | "failed" | "not run";
  isMarked?: boolean;
}

/**
 * - `works`: the process started with the version, reports it, and served clients. Rollbacks return to such a version.
 * - `until-restart`: as `works`, but a part has not started with all of its values.
 * - `loaded`: the process reports the version. Whether clients are served, or how it started, is not known.
 * - `reported`: as `loaded`, for the settings that the instance reports without a token.
 * - `presumed`: the instance does not report its configuration. It was restarted with the version and serves clients, or an
 *   operator said that it was restarted.
 */
export type Claim = "works" | "until-restart" | "loaded" | "reported" | "presumed";

export function claimOf({ report, start, probes, isMarked = false }: Evidence): Claim | null {
  if (report === "different") return null;
  if (report === "equal") {
    if (start === "other") return probes === "passed" ? "until-restart" : "loaded";
    return start === "same" && probes === "passed" ? "works" : "loaded";
  }
  if (isMarked || (start === "same" && probes === "passed")) return "presumed";
  return report === "partial" ? "reported" : null;
}

export const isTarget = (claim: Claim): claim is "works" | "presumed" =>
  claim === "works" || claim === "presumed";
