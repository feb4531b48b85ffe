import * as z from "zod/mini";

/**
 * `red`: the apply will probably fail or lock people out. `amber`: an operator should look at the findings. `green`: no
 * problems.
 */
const preflightLevel = z.enum(["green", "amber", "red"]);
export type PreflightLevel = z.infer<typeof preflightLevel>;

/** The parts of a preflight, in display order. */
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
  /** What is checked, such as "Public address". Absent if there is only one target. */
  target: z.optional(z.string()),
  /** The result and, unless it is green, what to do. Contains no secrets. */
  message: z.string(),
  /** Path of the setting that the result is about. */
  path: z.optional(z.string()),
});
export type PreflightFinding = z.infer<typeof preflightFinding>;

const preflightPart = z.object({
  name: preflightName,
  /** Such as "Message broker". */
  title: z.string(),
  level: preflightLevel,
  /** At least one finding. For a green part, the finding says what was checked. */
  findings: z.array(preflightFinding),
});
export type PreflightPart = z.infer<typeof preflightPart>;

/** The results of checking a version before the instance loads it. Parts with nothing to check are absent. */
export const preflight = z.object({
  etag: z.string(),
  /** ISO 8601. */
  at: z.string(),
  /** The level of the worst part. If it is red, an apply needs "Apply anyway". */
  level: preflightLevel,
  parts: z.array(preflightPart),
});
export type Preflight = z.infer<typeof preflight>;

const levels: readonly PreflightLevel[] = ["green", "amber", "red"];

/** Green if `found` is empty. */
export const worstLevel = (found: readonly { level: PreflightLevel }[]): PreflightLevel =>
  levels[Math.max(0, ...found.map(({ level }) => levels.indexOf(level)))] ?? "green";
