import "server-only";
import { env } from "@/lib/env";
import { processSingleton } from "@/lib/process-singleton";
import { configFile } from "@/lib/server/config-file";
import type { ReportedSettings } from "./comparable";
import { runningVersions } from "./running-versions";
import { isObject } from "@/lib/shared/json/value";
import { askInstance, type InstanceAnswer } from "./ask";
import { fetchPublicPolicies, documentOf, objectIn } from "./public-policies";

const CACHED_MS = 3_000;

export interface InstanceReport {
  /** Null if the instance reports nothing. */
  reported: ReportedSettings | null;
  /** Whether the report contains the whole configuration. */
  isWhole: boolean;
  /** Why the report is incomplete, and what an operator can do about it. */
  reason?: string;
}

const NOT_REPORTED =
  "The panel cannot check which settings the instance has loaded: the instance does not answer, or has no /policies/instance. Check that it is running.";
const NO_TOKEN =
  "Without an operator token, the instance reports only some settings. Set a token on the Instance page to compare them all.";
const BAD_TOKEN =
  "The instance does not report its whole configuration for the operator token. Use a valid token of a user with the OPERATOR right.";

/** Requests a new report. An unusable answer is not an error. */
export async function fetchReport(signal?: AbortSignal): Promise<InstanceReport> {
  const { instanceOperatorToken: token } = env();
  if (token !== undefined) {
    const answer = await askInstance("/policies/instance/config", { token, signal });
    const whole = wholeIn(answer);
    const reported = whole && (await runningVersions.readReported(() => whole));
    if (reported) return { reported, isWhole: true };
    if (answer === null) return { reported: null, isWhole: false, reason: NOT_REPORTED };
  }
  const answers = await fetchPublicPolicies(signal);
  if (!answers) return { reported: null, isWhole: false, reason: NOT_REPORTED };
  const settings = await configFile()
    .settings()
    .catch(() => null);
  const api = settings?.get("api.endpointPublic") ?? null;
  const reported = await runningVersions.readReported((edition) =>
    Buffer.from(JSON.stringify(documentOf(answers, edition, api))),
  );
  return { reported, isWhole: false, reason: token === undefined ? NO_TOKEN : BAD_TOKEN };
}

/**
 * Returns the answer's text if it is a whole configuration with nested sections. Some routes return flattened values.
 */
function wholeIn(answer: InstanceAnswer | null): Buffer | null {
  const value = objectIn(answer);
  return answer && value && isObject(value.general) && isObject(value.limits) ? answer.bytes : null;
}

interface Store {
  known: InstanceReport | null;
  /** When the report was requested, in ms since process start. */
  at: number;
  asking: Promise<InstanceReport> | null;
}
const store = () => processSingleton("instance-report", (): Store => ({ known: null, at: 0, asking: null }));

/** Returns a report that is at most three seconds old. Concurrent callers share one request. */
export async function sharedReport(): Promise<InstanceReport> {
  const shared = store();
  if (shared.known && performance.now() - shared.at < CACHED_MS) return shared.known;
  shared.asking ??= fetchReport()
    .then((known) => {
      Object.assign(shared, { known, at: performance.now() });
      return known;
    })
    .finally(() => (shared.asking = null));
  return shared.asking;
}

/** Call this after a change to the instance. The next caller then requests a new report. */
export function forgetReport(): void {
  store().known = null;
}
