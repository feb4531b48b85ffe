import "server-only";
import { env } from "@/lib/env";
import { processSingleton } from "@/lib/process-singleton";
import { configFile } from "@/lib/server/config-file";
import type { HeardSettings } from "./heard";
import { runningVersions } from "./running-versions";
import { isObject } from "@/lib/shared/json/value";
import { askInstance, type InstanceAnswer } from "./ask";
import { askOpenly, documentOf, objectIn } from "./partly-told";

/** How long an answer is shared (ms). */
const FRESH = 3_000;

/** What the running instance told. */
export interface Told {
  /** null: it could not be asked. */
  heard: HeardSettings | null;
  /** It told its whole configuration. */
  isWhole: boolean;
  /** Why not all was told, and what to do. */
  reason?: string;
}

const NOT_TOLD =
  "The panel cannot check which settings the instance has loaded: the instance does not answer, or has no /policies/instance. Check that it is running.";
const NO_TOKEN =
  "Without an operator token, the instance reports only some settings. Set INSTANCE_OPERATOR_TOKEN to compare them all.";
const BAD_TOKEN =
  "The instance does not report its whole configuration for INSTANCE_OPERATOR_TOKEN. Use a valid token of a user with the OPERATOR right.";

/** Asks the instance now. Never throws because of how it answers. */
export async function askRunningNow(signal?: AbortSignal): Promise<Told> {
  const { instanceOperatorToken: token } = env();
  if (token !== undefined) {
    const answer = await askInstance("/policies/instance/config", { token, signal });
    const whole = wholeIn(answer);
    const heard = whole && (await runningVersions.hear(() => whole));
    if (heard) return { heard, isWhole: true };
    if (answer === null) return { heard: null, isWhole: false, reason: NOT_TOLD };
  }
  const answers = await askOpenly(signal);
  if (!answers) return { heard: null, isWhole: false, reason: NOT_TOLD };
  const settings = await configFile()
    .settings()
    .catch(() => null);
  const api = settings?.get("api.endpointPublic") ?? null;
  const heard = await runningVersions.hear((edition) =>
    Buffer.from(JSON.stringify(documentOf(answers, edition, api))),
  );
  return { heard, isWhole: false, reason: token === undefined ? NO_TOKEN : BAD_TOKEN };
}

/** The answer's text where it is a whole configuration: nested sections, not the flattened values. */
function wholeIn(answer: InstanceAnswer | null): Buffer | null {
  const value = objectIn(answer);
  return answer && value && isObject(value.general) && isObject(value.limits) ? answer.bytes : null;
}

interface Store {
  known: Told | null;
  /** ms since process start. */
  at: number;
  asking: Promise<Told> | null;
}
const store = () => processSingleton("running-told", (): Store => ({ known: null, at: 0, asking: null }));

/** The same, asked at most every three seconds and shared between requests. */
export async function askRunning(): Promise<Told> {
  const shared = store();
  if (shared.known && performance.now() - shared.at < FRESH) return shared.known;
  shared.asking ??= askRunningNow()
    .then((known) => {
      Object.assign(shared, { known, at: performance.now() });
      return known;
    })
    .finally(() => (shared.asking = null));
  return shared.asking;
}

/** Makes the next question a new one: something was done that changes the answer. */
export function forgetTold(): void {
  store().known = null;
}
