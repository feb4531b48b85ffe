import "server-only";
import type { CheckResult } from "@/lib/config/checks";
import { readSettings } from "@/lib/config-file";
import { env } from "@/lib/env";
import { limited } from "./limits";
import { type CheckRequest, run } from "./run";

export type { CheckRequest };

const limitMs = 8_000;

/**
 * Tries a connection of the instance with the file's settings and an operator's unsaved edits on top.
 * @param operator who asks: checks are limited per operator
 * @param signal aborted when the operator cancels
 * @throws AppError `invalid-settings`, `rate-limited`, `config-unreadable`
 */
export function runCheck(request: CheckRequest, operator: string, signal: AbortSignal): Promise<CheckResult> {
  return limited(operator, async () =>
    run(request, { saved: await readSettings(), allow: env().checkAllow, limitMs, signal }),
  );
}
