import "server-only";
import { isIP } from "node:net";
import type { CheckKind, CheckStep, PreflightFinding, PreflightName } from "@/lib/shared/contract/checks";
import { checks, mailChecks } from "@/lib/shared/contract/check-kinds";
import type { SettingPath } from "@/lib/shared/settings/types";
import type { Settings } from "@/lib/shared/settings/values";
import { reachOf } from "@/lib/server/checks/address";
import { isLoopback } from "@/lib/server/checks/dial";
import { addressOfName, type CheckEnv, endpointOf, smtpHost } from "@/lib/server/checks/endpoints";
import { run } from "@/lib/server/checks/run";

/** Time limit per address (ms). */
const limitMs = 8_000;

interface Request {
  settings: Settings;
  isChanged: (path: string) => boolean;
  env: CheckEnv;
  signal: AbortSignal;
}

interface Target {
  /** The label in the check's steps. Undefined if the check has only one target. */
  label?: string;
  path: SettingPath;
  /** The host without brackets. Null if the email provider determines the host. */
  host: string | null;
  /** Other settings that the connection depends on. */
  also?: readonly string[];
}

interface Connection {
  name: PreflightName;
  kind: CheckKind;
  targets: readonly Target[];
}

export async function checkConnections(
  request: Request,
): Promise<{ name: PreflightName; findings: PreflightFinding[] }[]> {
  const connections = connectionsOf(request.settings).filter(({ targets }) => targets.length > 0);
  return Promise.all(
    connections.map(async (connection) => ({
      name: connection.name,
      findings: await findingsOf(connection, request),
    })),
  );
}

function connectionsOf(settings: Settings): Connection[] {
  const one = (path: SettingPath, label?: string): Target[] => {
    const address: unknown = settings.get(path);
    if (typeof address !== "string" || settings.edition.registry.fieldAt(path)?.unused) return [];
    const text = path === "general.serverName" ? addressOfName(address) : address;
    return URL.canParse(text)
      ? [{ path, host: endpointOf(new URL(text)).host, ...(label && { label }) }]
      : [];
  };
  const both = (section: "api" | "gateway" | "cdn"): Target[] => [
    ...one(`${section}.endpointPublic`, "Public address"),
    ...one(`${section}.endpointPrivate`, "Internal address"),
  ];
  const [name] = one("general.serverName");
  return [
    { name: "api", kind: "api", targets: both("api") },
    { name: "gateway", kind: "gateway", targets: both("gateway") },
    { name: "cdn", kind: "cdn", targets: both("cdn") },
    { name: "imageProxy", kind: "imageProxy", targets: one("cdn.imageProxyServerUrl") },
    {
      name: "discovery",
      kind: "discovery",
      targets: name ? settings.edition.discovery.map((label) => ({ ...name, label })) : [],
    },
    { name: "broker", kind: "broker", targets: one("broker.host") },
    ...mailOf(settings),
  ];
}

function mailOf(settings: Settings): Connection[] {
  const provider = settings.get("email.provider");
  const kind = provider === null ? undefined : mailChecks[provider];
  if (kind === undefined) return [];
  const host = kind === "smtp" ? smtpHost(settings) : null;
  return [{ name: "mail", kind, targets: [{ path: "email.provider", host, also: checks[kind].paths }] }];
}

async function findingsOf({ kind, targets }: Connection, request: Request): Promise<PreflightFinding[]> {
  const { settings, isChanged, env, signal } = request;
  const reachable = targets.filter(({ host }) => !isOwnMachineElsewhere(host, env));
  // Unset the addresses that must not be tried, so that the check skips them.
  const operations = omittedPaths(kind, reachable, isChanged).map((path) => ({ op: "unset" as const, path }));
  const { steps } =
    reachable.length === 0
      ? { steps: [] }
      : await run({ kind, operations }, { saved: settings, env, limitMs, signal });
  return targets.map((target) => {
    const { label, path, also = [] } = target;
    const base = { path, target: label };
    const changed = [path, ...also].some(isChanged);
    if (!reachable.includes(target))
      return { ...base, level: changed ? "amber" : "green", message: notTried(target) };
    const targetSteps = steps.filter((step) => step.target === label);
    return { ...base, ...judgeSteps(targetSteps, target, { changed, env, settings }) };
  });
}

function omittedPaths(
  kind: CheckKind,
  reachable: readonly Target[],
  isChanged: Request["isChanged"],
): readonly string[] {
  // Leave out the new API address. Until the instance has loaded the new address, the discovery documents
  // contain the old one.
  if (kind === "discovery") return ["api.endpointPublic"].filter(isChanged);
  return checks[kind].paths.filter(
    (path) => /\.endpoint(Public|Private)/.test(path) && !reachable.some((target) => target.path === path),
  );
}

type View = Pick<Request, "env" | "settings"> & { changed: boolean };

function judgeSteps(
  steps: readonly CheckStep[],
  { path, host, also = [] }: Target,
  { changed, env, settings }: View,
): Pick<PreflightFinding, "level" | "message"> {
  const failed = steps.find(({ ok }) => !ok);
  if (failed === undefined) return { level: "green", message: steps.at(-1)?.message ?? "" };
  if (!changed) {
    return { level: "amber", message: `${failed.message} The change does not cause this failure.` };
  }
  if (host !== null && maySeeMore(host, failed, env)) {
    return {
      level: "amber",
      message: `${failed.message} The instance may still connect from its own network.`,
    };
  }
  const credentials = failed.name === "Sign-in" ? also : [];
  const [unless] = [path, ...credentials].flatMap(
    (one) => settings.edition.registry.fieldAt(one)?.environment ?? [],
  );
  return { level: "red", message: unless === undefined ? failed.message : `${failed.message} ${unless}` };
}

function maySeeMore(host: string, { name }: CheckStep, env: Request["env"]): boolean {
  // The panel refuses to connect to this address, so the failure shows nothing about the instance.
  if (isIP(host) && reachOf(host) === "never") return true;
  const isUnreached = name === "Name" || name === "Connection";
  if (!isUnreached || !isPrivate(host)) return false;
  return isElsewhere(env) || name === "Name";
}

const isPrivate = (host: string): boolean =>
  isIP(host)
    ? reachOf(host) === "local"
    : !host.includes(".") || /\.(local|internal|lan|home\.arpa)$/.test(host);

const isElsewhere = ({ instanceApiUrl }: Request["env"]): boolean =>
  instanceApiUrl !== undefined && !isLoopback(endpointOf(new URL(instanceApiUrl)).host);

const isOwnMachineElsewhere = (host: string | null, env: Request["env"]): boolean =>
  host !== null && isLoopback(host) && isElsewhere(env);

const notTried = ({ host }: Target): string =>
  `Not checked: ${host} is the instance's own machine, and the panel runs on a different machine.`;
