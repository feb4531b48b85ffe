import * as z from "zod/mini";
import { operations } from "./config-snapshot";
import { route } from "./route";

export type { Check, CheckKind } from "./check-kinds";

/** One step of a check. If a step fails, the following steps for the same target are skipped. */
const checkStep = z.object({
  /** What is checked, such as "Public address". Absent if the check has only one target. */
  target: z.optional(z.string()),
  /** Examples: "Name", "Connection", "TLS", "Sign-in". */
  name: z.string(),
  ok: z.boolean(),
  message: z.string(),
  /** A private address (`host:port`) that the check did not connect to, because no operator has confirmed it. */
  confirm: z.optional(z.string()),
});
export type CheckStep = z.infer<typeof checkStep>;

const checkResult = z.object({ ok: z.boolean(), steps: z.array(checkStep), durationMs: z.number() });
export type CheckResult = z.infer<typeof checkResult>;

/**
 * `red`: the apply will probably fail or lock people out. `amber`: an operator should look at the findings. `green`: no
 * problems.
 */
const preflightLevel = z.enum(["green", "amber", "red"]);
export type PreflightLevel = z.infer<typeof preflightLevel>;

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
  path: z.optional(z.string()),
});
export type PreflightFinding = z.infer<typeof preflightFinding>;

const preflightPart = z.object({
  name: preflightName,
  /** Such as "Message broker". */
  title: z.string(),
  level: preflightLevel,
  findings: z.array(preflightFinding),
});
export type PreflightPart = z.infer<typeof preflightPart>;

/** The results of checking a version before the instance loads it. Parts with nothing to check are absent. */
export const preflight = z.object({
  etag: z.string(),
  at: z.string(),
  /** If it is red, the button of the apply dialog ends with "anyway". */
  level: preflightLevel,
  parts: z.array(preflightPart),
});
export type Preflight = z.infer<typeof preflight>;

const levels: readonly PreflightLevel[] = ["green", "amber", "red"];

export const worstLevel = (findings: readonly { level: PreflightLevel }[]): PreflightLevel =>
  levels[Math.max(0, ...findings.map(({ level }) => levels.indexOf(level)))] ?? "green";

export const checkRoutes = {
  downloadList: route("POST", "/downloads/list", {
    summary: "Downloads a public list with one entry per line. Changes nothing.",
    role: "editor",
    audit: "config.check",
    body: z.object({ address: z.string("Send the address of the list.").check(z.maxLength(2000)) }),
    answer: z.object({ items: z.array(z.string()) }),
  }),
  runCheck: route("POST", "/checks/:kind", {
    summary: "Tests one of the instance's connections. The response includes failed steps.",
    role: "editor",
    audit: "config.check",
    body: z.object({
      /** Unsaved changes. The check uses them instead of the file's values. */
      operations,
      /** Private addresses (`host:port`) to which the operator allows this check to connect. */
      confirmed: z.optional(z.array(z.string().check(z.regex(/^\S{1,255}:\d{1,5}$/))).check(z.maxLength(10))),
      to: z.optional(z.email("Enter an email address, such as you@example.org.").check(z.maxLength(320))),
    }),
    answer: checkResult,
  }),
};
