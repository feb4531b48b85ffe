import "server-only";
import { processSingleton } from "@/lib/process-singleton";
import { instanceVersion } from "./address";
import { UpstreamClient } from "./client";
import { UpstreamError } from "./failure";

/** How long a result is reused (ms). The probe counts as a sign-in attempt there, so it is sent rarely. */
const FRESH = 10 * 60_000;

/** Timeout in milliseconds. The page shows its form only once the result is known. */
const TIMEOUT = 3_000;

/** Statuses for an empty sign-in if the endpoint exists. Not 401, which some servers send for any unknown path. */
const REFUSED = [200, 400, 422];

/**
 * Whether the instance offers `POST /auth/login`, tested with an empty form. Also false while unknown.
 * @param url the instance's API, without a version
 */
export async function offersLogin(url: string): Promise<boolean> {
  // Measured since process start, because with the wall clock, setting it back would prolong the use of an old
  // result.
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
