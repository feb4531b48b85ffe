import "server-only";
import type { Clock } from "@/lib/clock";
import type { Env } from "@/lib/env";
import type { Reach } from "@/lib/panel-settings";
import type { ConfigFile } from "@/lib/server/config-file";
import { isObject } from "@/lib/shared/json/value";
import { readJson } from "@/lib/shared/json/read";
import type { Edition } from "@/lib/shared/settings/editions";
import { setAt, type Values } from "@/lib/shared/settings/values";
import { readReported, type ReportedSettings } from "./compare";
import { ask, type InstanceAnswer } from "./ask";

const CACHED_MS = 3_000;

export interface InstanceReport {
  reported: ReportedSettings | null;
  isWhole: boolean;
  reason?: string;
}

const NOT_REPORTED =
  "The panel cannot check which settings the instance has loaded: the instance does not answer, or has no /policies/instance. Check that it is running.";
const NO_TOKEN =
  "Without an operator token, the instance reports only some settings. Set a token on the Instance page to compare them all.";
const BAD_TOKEN =
  "The instance does not report its whole configuration for the operator token. Use a valid token of a user with the OPERATOR right.";

export interface ReportDeps {
  config: Pick<ConfigFile, "read" | "settings">;
  env: Pick<Reach, "instanceApiUrl" | "instanceOperatorToken"> & Pick<Env, "instanceApiTimeout">;
  clock: Pick<Clock, "elapsed">;
}

export function createReports({ config, env, clock }: ReportDeps) {
  let shared: { report: InstanceReport; at: number } | null = null;
  let asking: Promise<InstanceReport> | null = null;

  /** @param path the path after the API's version, such as `/policies/instance` */
  async function askApi(path: string, options: { token?: string; signal?: AbortSignal } = {}) {
    if (env.instanceApiUrl === undefined) return null;
    const settings = await config.settings().catch(() => null);
    const version = settings?.get("api.defaultVersion") ?? "9";
    return ask(`${env.instanceApiUrl}/v${version}${path}`, { env, ...options });
  }

  async function fetchPublicPolicies(signal?: AbortSignal): Promise<PublicPolicies | null> {
    const policies = async (path: string) => objectIn(await askApi(`/policies/instance${path}`, { signal }));
    const [general, limits, domains, flat] = await Promise.all([
      policies(""),
      policies("/limits"),
      policies("/domains"),
      policies("/config"),
    ]);
    return general || limits || domains || flat ? { general, limits, domains, flat } : null;
  }

  /** Does not throw if the answer is unusable. */
  async function fetchReport(signal?: AbortSignal): Promise<InstanceReport> {
    const { instanceOperatorToken: token } = env;
    const edition = await (await config.read()).edition();
    if (token !== undefined) {
      const answer = await askApi("/policies/instance/config", { token, signal });
      const whole = wholeIn(answer);
      const reported = whole && readReported(edition, whole);
      if (reported) return { reported, isWhole: true };
      if (answer === null) return { reported: null, isWhole: false, reason: NOT_REPORTED };
    }
    const answers = await fetchPublicPolicies(signal);
    if (!answers) return { reported: null, isWhole: false, reason: NOT_REPORTED };
    const settings = await config.settings().catch(() => null);
    const api = settings?.get("api.endpointPublic") ?? null;
    const document = Buffer.from(JSON.stringify(documentOf(answers, edition, api)));
    const reported = readReported(edition, document, { isWhole: false });
    return { reported, isWhole: false, reason: token === undefined ? NO_TOKEN : BAD_TOKEN };
  }

  return {
    read: fetchReport,

    shared(): Promise<InstanceReport> {
      if (shared && clock.elapsed() - shared.at < CACHED_MS) return Promise.resolve(shared.report);
      asking ??= fetchReport()
        .then((report) => {
          shared = { report, at: clock.elapsed() };
          return report;
        })
        .finally(() => (asking = null));
      return asking;
    },

    /** Call this after a change to the instance. */
    forget(): void {
      shared = null;
    },
  };
}

export type Reports = ReturnType<typeof createReports>;

/** Some routes return flattened values instead. */
function wholeIn(answer: InstanceAnswer | null): Buffer | null {
  const value = objectIn(answer);
  return answer && value && isObject(value.general) && isObject(value.limits) ? answer.bytes : null;
}

/** The instance's public policies as received. A policy is null if the instance did not return it. */
interface PublicPolicies {
  general: Values | null;
  limits: Values | null;
  domains: Values | null;
  flat: Values | null;
}

export function objectIn(answer: { status: number; bytes: Buffer } | null): Values | null {
  if (answer?.status !== 200) return null;
  const text = answer.bytes.toString();
  // JSON.parse accepts deeper nesting than later code can process. `readJson` refuses it.
  if (readJson(text).root === null) return null;
  const value: unknown = JSON.parse(text);
  return isObject(value) ? value : null;
}

/** Settings that the instance announces to clients, with their names in the announcement. */
const announced: Readonly<Record<string, string>> = {
  "cdn.endpointPublic": "cdn",
  "gateway.endpointPublic": "gateway",
  "api.defaultVersion": "defaultApiVersion",
};

/**
 * Assembles a configuration from the public policies, with the edition's spelling of settings. It contains
 * only settings that the instance reports.
 * @param ownApi the API's public address in the file; the instance appends a path when it announces this
 * address
 */
export function documentOf(
  { general, limits, domains, flat }: PublicPolicies,
  edition: Edition,
  ownApi: string | null,
): Values {
  const document: Values = {};
  // In flattened names, dots are replaced by underscores.
  for (const [name, value] of Object.entries(flat ?? {})) {
    const path = name.replaceAll("_", ".");
    if (edition.registry.fieldAt(path)) setAt(document, path, value);
  }
  if (limits) document.limits = limits;
  if (general) document.general = general;
  for (const [path, name] of Object.entries(announced)) if (domains) setAt(document, path, domains[name]);
  const api = domains?.api ?? domains?.apiEndpoint;
  if (typeof api === "string") {
    const isOwn = ownApi !== null && withoutPath(ownApi) === withoutPath(api);
    setAt(document, "api.endpointPublic", isOwn ? ownApi : `${withoutPath(api)}${edition.apiPath}`);
  }
  return document;
}

/** Removes the path that the instance appends when it announces the address of its API. */
const withoutPath = (address: string): string => address.replace(/(?:\/+(?:api|v\d+))*\/*$/, "");
