import "server-only";
import { processSingleton } from "@/lib/process-singleton";
import { instanceVersion } from "./address";
import { UpstreamClient } from "./client";
import { UpstreamError } from "./failure";

/** How long a result is cached (ms). The instance counts each check as a sign-in attempt, so checks must be rare. */
const FRESH = 10 * 60_000;

/** Timeout in milliseconds. The page waits for the result before it shows the form. */
const TIMEOUT = 3_000;

/**
 * Statuses that an existing endpoint sends for an empty sign-in. Excludes 401, because some servers send it for
 * unknown paths.
 */
const REFUSED = [200, 400, 422];

/**
 * Whether the instance offers `POST /auth/login`, checked by sending an empty form. False if the check fails.
 * @param url the instance's API, without a version
 */
export async function offersLogin(url: string): Promise<boolean> {
  // Expiry uses the time since process start. If the wall clock were used and set back, the cached result would be
  // valid for too long.
  const known = processSingleton("instance-login", () => ({ until: 0, offered: false }));
  if (performance.now() < known.until) return known.offered;
  const request = { body: {}, isSafe: true, signal: AbortSignal.timeout(TIMEOUT) };
  const status = await new UpstreamClient({ url, version: await instanceVersion() })
    .ask("POST", "/auth/login", request)
    .then(
      () => 200,
      (error: unknown) => (error instanceof UpstreamError ? error.failure.status : 0),
    );
  if (status === 0 || status >= 500 || status === 429) return false;
  known.offered = REFUSED.includes(status);
  known.until = performance.now() + FRESH;
  return known.offered;
}
