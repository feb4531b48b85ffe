import * as z from "zod/mini";

/**
 * `red`: applying the file will probably fail or lock people out. `amber`: needs a look. `green`: no problems
 * found.
 */
const preflightLevel = z.enum(["green", "amber", "red"]);
export type PreflightLevel = z.infer<typeof preflightLevel>;

/** The parts of a preflight, in the order in which they are shown. */
const preflightName = z.enum([
  "file",
  "start",
  "settings",
  "api",
  "gateway",
  "cdn",
  "imageProxy",
  "discovery",
  "broker",
  "mail",
]);
export type PreflightName = z.infer<typeof preflightName>;

const preflightFinding = z.object({
  level: preflightLevel,
  /** Which target this is, if there are several: "Public address". */
  target: z.optional(z.string()),
  /** The finding and, unless it is green, what to do. Contains no secrets. */
  message: z.string(),
  /** The setting to look at. */
  path: z.optional(z.string()),
});
export type PreflightFinding = z.infer<typeof preflightFinding>;

const preflightPart = z.object({
  name: preflightName,
  /** "Message broker" */
  title: z.string(),
  /** The level of the part's worst finding. */
  level: preflightLevel,
  /** At least one finding. A green part says what was tried. */
  findings: z.array(preflightFinding),
});
export type PreflightPart = z.infer<typeof preflightPart>;

/**
 * What was found in a version of the file before the instance loads it. Parts with nothing to check are left out.
 */
export const preflight = z.object({
  /** The version that was checked. */
  etag: z.string(),
  /** ISO 8601. */
  at: z.string(),
  /** The level of the worst part. Red needs "Apply anyway". */
  level: preflightLevel,
  parts: z.array(preflightPart),
});
export type Preflight = z.infer<typeof preflight>;

const levels: readonly PreflightLevel[] = ["green", "amber", "red"];

/** The worst of several levels; green if there are none. */
export const worstLevel = (found: readonly { level: PreflightLevel }[]): PreflightLevel =>
  levels[Math.max(0, ...found.map(({ level }) => levels.indexOf(level)))] ?? "green";
