import "server-only";
import { isIP } from "node:net";
import type { Clock } from "@/lib/clock";
import type { Settings } from "@/lib/shared/settings/values";
import { reachOf } from "@/lib/server/checks/address";
import { type CheckEnv, permitOf } from "@/lib/server/checks/endpoints";
import { exchange, readBody } from "@/lib/server/checks/http";
import { CheckFailure, Trail } from "@/lib/server/checks/trail";
import { type ProcessPart, processParts } from "@/lib/shared/contract/values";
import { trafficIn, type TrafficOfParts } from "./traffic";

export { processParts, type ProcessPart };

/** When a process started: as it reports it (ms since 1970), and by the panel's clock. */
export interface ProcessStart {
  reported: number;
  at: number;
}

/** Parts that do not report their start are missing. */
export type ProcessStarts = Partial<Record<ProcessPart, ProcessStart>>;

interface Asked {
  env: CheckEnv;
  clock: Clock;
  signal: AbortSignal;
}

const limitMs = 5_000;
/** Metrics list every route of the server. The start time is usually at the beginning. */
const largestBytes = 2 * 1024 * 1024;

export async function fetchStarts(settings: Settings, request: Asked): Promise<ProcessStarts> {
  const apiOrigins = originsOf("api", settings, request.env);
  return ofEachPart(settings, request, ({ start }, part, origin) =>
    // At a host that a proxy shares between parts, the API answers.
    part === "gateway" && apiOrigins.includes(origin) ? null : start,
  );
}

export const fetchTraffic = (settings: Settings, request: Asked): Promise<TrafficOfParts> =>
  ofEachPart(settings, request, ({ text }) => trafficIn(text));

/** Asks each address once. */
async function ofEachPart<T>(
  settings: Settings,
  request: Asked,
  read: (metrics: Metrics, part: ProcessPart, origin: string) => T | null,
): Promise<Partial<Record<ProcessPart, T>>> {
  const path = settings.edition.metricsPath;
  if (path === null) return {};
  const parts: Partial<Record<ProcessPart, T>> = {};
  const known = new Map<string, ReturnType<typeof metricsAt>>();
  await Promise.all(
    processParts.map(async (part) => {
      for (const origin of originsOf(part, settings, request.env)) {
        const answer = known.get(origin) ?? metricsAt(new URL(path, origin), { settings, ...request });
        known.set(origin, answer);
        const metrics = await answer;
        const value = metrics && read(metrics, part, origin);
        if (value === null) continue;
        parts[part] = value;
        return;
      }
    }),
  );
  return parts;
}

/**
 * The public addresses at which metrics answer without signing in. They show the paths of all requests to everybody.
 * @param isPublic whether a host can be reached from outside the instance's network
 */
export async function exposedMetrics(
  settings: Settings,
  { isPublic = isPublicHost, ...context }: Asked & { isPublic?: (host: string) => boolean },
): Promise<string[]> {
  const path = settings.edition.metricsPath;
  if (path === null) return [];
  const origins = processParts.map((part) => httpOrigin(settings.get(`${part}.endpointPublic`)));
  const addresses = [...new Set(origins)]
    .filter((origin) => origin !== null && isPublic(new URL(origin).hostname))
    .map((origin) => new URL(path, origin!));
  const exposed = await Promise.all(
    addresses.map(async (url) => ((await metricsAt(url, { settings, ...context })) ? [url.href] : [])),
  );
  return exposed.flat();
}

export function isPublicHost(hostname: string): boolean {
  const host = hostname.replace(/[[\]]/g, "");
  if (isIP(host)) return reachOf(host) === "open";
  return host.includes(".") && !/\.(localhost|local|internal|lan|home\.arpa)$/.test(host);
}

function originsOf(part: ProcessPart, settings: Settings, { instanceApiUrl }: CheckEnv): string[] {
  const apiUrls = part === "api" && instanceApiUrl !== undefined ? [instanceApiUrl] : [];
  const addresses = [
    ...apiUrls,
    settings.get(`${part}.endpointPrivate`),
    settings.get(`${part}.endpointPublic`),
  ];
  return [...new Set(addresses.map(httpOrigin).filter((origin) => origin !== null))];
}

function httpOrigin(address: string | null): string | null {
  if (address === null || !URL.canParse(address)) return null;
  const { protocol, host } = new URL(address);
  const http = { "http:": "http:", "https:": "https:", "ws:": "http:", "wss:": "https:" }[protocol];
  return http === undefined ? null : `${http}//${host}`;
}

const startLine =
  /^(?:[a-zA-Z_:][\w:]*_)?process_start_time_seconds(?:\{[^}\n]*\})? (\d+(?:\.\d+)?(?:e\+?\d+)?)$/m;

/** Null if they contain none. */
export function startIn(metrics: string): number | null {
  const seconds = Number(startLine.exec(metrics)?.[1]);
  return Number.isFinite(seconds) && seconds > 0 ? seconds : null;
}

interface Metrics {
  start: ProcessStart;
  text: string;
}

async function metricsAt(
  url: URL,
  { settings, env, clock, signal }: Asked & { settings: Settings },
): Promise<Metrics | null> {
  const found: { metrics: Metrics | null } = { metrics: null };
  await new Trail(signal, limitMs).follow(async (trail) => {
    found.metrics = await exchange(trail, url, {
      permit: permitOf(settings, env),
      name: "Metrics",
      async read({ status, headers, answer }) {
        const text = status === 200 ? (await readBody(answer, largestBytes)).toString() : "";
        const seconds = startIn(text);
        if (seconds === null) throw new CheckFailure("The server has no metrics at this path.");
        // The instance's clock may differ from the panel's. Its answer contains its time, in whole seconds.
        const instanceNow = Date.parse(headers.date ?? "");
        const ahead = Number.isNaN(instanceNow) ? 0 : instanceNow - clock.now();
        const reported = seconds * 1000;
        return { start: { reported, at: reported - (Math.abs(ahead) > 2_000 ? ahead : 0) }, text };
      },
      describe: () => "The server reports when it started.",
    });
  });
  return found.metrics;
}

/** Null if no part is in both. */
export function hasRestarted(before: ProcessStarts, after: ProcessStarts): boolean | null {
  const both = processParts.filter((part) => before[part] && after[part]);
  return both.length === 0 ? null : both.some((part) => isNewStart(before[part], after[part]));
}

export const isNewStart = (before: ProcessStart | undefined, after: ProcessStart | undefined): boolean =>
  before !== undefined && after !== undefined && before.reported !== after.reported;

/** The start of the part that has been running for the longest time. Null if the API does not report its start. */
export function oldestOf(starts: ProcessStarts): ProcessStart | null {
  if (starts.api === undefined) return null;
  return Object.values(starts).reduce((oldest, one) => (one.at < oldest.at ? one : oldest), starts.api);
}

export const oldestStart = (starts: ProcessStarts): number | null => oldestOf(starts)?.at ?? null;
