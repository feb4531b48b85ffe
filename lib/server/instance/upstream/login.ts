import "server-only";
import { env } from "@/lib/env";
import { USER_AGENT } from "@/lib/request-headers";
import { processSingleton } from "@/lib/process-singleton";
import { instanceVersion } from "./address";

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
  try {
    const answer = await fetch(`${url}/v${await instanceVersion()}/auth/login`, {
      method: "POST",
      headers: { "content-type": "application/json", "user-agent": USER_AGENT },
      body: "{}",
      redirect: "manual",
      cache: "no-store",
      signal: AbortSignal.timeout(Math.min(TIMEOUT, env().instanceApiTimeout)),
    });
    await answer.body?.cancel();
    if (answer.status >= 500 || answer.status === 429) return false;
    known.offered = REFUSED.includes(answer.status);
    known.until = performance.now() + FRESH;
    return known.offered;
  } catch {
    return false;
  }
}
