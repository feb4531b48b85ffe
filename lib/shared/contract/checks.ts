import * as z from "zod/mini";
import { operations } from "./config-snapshot";
import { route } from "./route";

export type { Check, CheckKind } from "./check-kinds";

/** One step of a check, in order. After a failed step, the rest of that target's steps are skipped. */
const checkStep = z.object({
  /** Which target this is, if there are several: "Public address". */
  target: z.optional(z.string()),
  /** "Name", "Connection", "TLS", "Sign-in" … */
  name: z.string(),
  ok: z.boolean(),
  /** The result, and what to do if it failed. */
  message: z.string(),
  /** The private address (`host:port`) that was not tried because no operator has confirmed it. */
  confirm: z.optional(z.string()),
});
export type CheckStep = z.infer<typeof checkStep>;

const checkResult = z.object({ ok: z.boolean(), steps: z.array(checkStep), durationMs: z.number() });
export type CheckResult = z.infer<typeof checkResult>;

export const checkRoutes = {
  runCheck: route("POST", "/checks/:kind", {
    summary: "Tests one of the instance's connections. The response includes failed steps.",
    role: "editor",
    audit: "config.check",
    body: z.object({
      /** Unsaved edits, applied on top of the file for this check only. */
      operations,
      /** Mail checks only: the recipient of a test email. */
      /** Private addresses (`host:port`) that the operator has confirmed, for this check only. */
      confirmed: z.optional(z.array(z.string().check(z.regex(/^\S{1,255}:\d{1,5}$/))).check(z.maxLength(10))),
      to: z.optional(z.email("Enter an email address, such as you@example.org.").check(z.maxLength(320))),
    }),
    answer: checkResult,
  }),
};
