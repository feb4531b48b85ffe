import "server-only";
import { env } from "../../env";
import { processSingleton } from "../../singleton";
import { instanceVersion } from "./address";

/** Milliseconds. The question counts as an attempt to sign in there, so it is not asked often. */
const FRESH = 10 * 60_000;

/** Milliseconds; the page waits with its form until this is known. */
const PATIENCE = 3_000;

/** What a sign-in that lacks everything is refused with, where there is one. 401 is what some say to any unknown path. */
const REFUSED = [200, 400, 422];

/**
 * Whether the instance offers `POST /auth/login`: asked with an empty form. False also while that is not known.
 * @param url the instance's API, without a version
 */
export async function offersLogin(url: string): Promise<boolean> {
  // Counted from the start of the process: a clock that is set back would keep an old answer for as long.
  const known = processSingleton("instance-login", () => ({ until: 0, offered: false }));
  if (performance.now() < known.until) return known.offered;
  try {
    const answer = await fetch(`${url}/v${await instanceVersion()}/auth/login`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: "{}",
      redirect: "manual",
      cache: "no-store",
      signal: AbortSignal.timeout(Math.min(PATIENCE, env().instanceApiTimeout)),
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
