import "server-only";
import type { CheckResult } from "@/lib/shared/contract/checks";
import { configFile } from "@/lib/server/config-file";
import { env } from "@/lib/env";
import { limited } from "./limits";
import { type CheckRequest, run } from "./run";

export type { CheckRequest };

const limitMs = 8_000;

/**
 * Tests one of the instance's connections with the file's settings and an operator's unsaved edits.
 * @param signal aborted if the operator cancels
 * @throws AppError `invalid-settings`, `rate-limited`, `config-unreadable`
 */
export function runCheck(request: CheckRequest, signal: AbortSignal): Promise<CheckResult> {
  return limited(async () =>
    run(request, {
      saved: await configFile().settings(),
      allow: env().checkAllow,
      instanceApiUrl: env().instanceApiUrl,
      limitMs,
      signal,
    }),
  );
}
