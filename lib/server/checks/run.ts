import "server-only";
import { checks } from "@/lib/shared/contract/check-kinds";
import type { CheckKind, CheckResult, CheckStep } from "@/lib/shared/contract/checks";
import type { Operation } from "@/lib/shared/contract/config-snapshot";
import type { Settings } from "@/lib/shared/settings/values";
import { hasHiddenPart, restoreCredentials } from "@/lib/shared/settings/credentials";
import { checkOperations, normalizeOperations } from "@/lib/shared/settings/operations";
import type { SettingPath, SettingValue } from "@/lib/shared/settings/types";
import { AppError } from "@/lib/errors";
import { checkBroker } from "./broker";
import type { Endpoint, Permit } from "./dial";
import { checkDiscovery, checkHttp } from "./http";
import { addressOfName, type CheckEnv, permitOf, smtpHost, smtpPort, wellKnown } from "./endpoints";
import { checkGateway } from "./gateway";
import { checkMailService } from "./mail-service";
import { checkSmtp, encryptionOf } from "./smtp";
import { CheckFailure, Trail } from "./trail";

export interface CheckRequest {
  kind: CheckKind;
  /** Unsaved edits. Edits to settings that the check does not use are ignored. */
  operations: readonly Operation[];
  /** The recipient of the test email, for mail checks. */
  to?: string | undefined;
  /** Private addresses (`host:port`) that the operator has confirmed. They are permitted for this check only. */
  confirmed?: readonly string[] | undefined;
}

export interface CheckSetting {
  /** The file's effective values, including secrets. */
  saved: Settings;
  env: CheckEnv;
  limitMs: number;
  signal: AbortSignal;
}

interface Run extends CheckSetting {
  draft: Settings;
  permit: Permit;
  request: CheckRequest;
}

type Target = readonly [label: string, address: string | null];
type Way = (trail: Trail, address: string) => Promise<void>;

/** Never throws because of the server's behavior. */
export async function run(request: CheckRequest, setting: CheckSetting): Promise<CheckResult> {
  const begin = performance.now();
  const { saved, env } = setting;
  const draft = draftOf(saved, request.operations, checks[request.kind].paths);
  const named = permitOf(saved, env);
  const permit = { ...named, saved: [...named.saved, ...(request.confirmed ?? []).map(confirmedEndpoint)] };
  const steps = await stepsOf({ ...setting, draft, permit, request });
  return {
    ok: steps.length > 0 && steps.every(({ ok }) => ok),
    steps,
    durationMs: Math.round(performance.now() - begin),
  };
}

function confirmedEndpoint(text: string): Endpoint {
  const colon = text.lastIndexOf(":");
  return { host: text.slice(0, colon), port: Number(text.slice(colon + 1)) };
}

function stepsOf(run: Run): Promise<CheckStep[]> {
  const { draft, permit, request } = run;
  const { kind, to } = request;
  const http =
    (kindOf: "api" | "cdn" | "imageProxy", service?: "API" | "CDN"): Way =>
    (trail, address) =>
      checkHttp(trail, wellKnown(kindOf, address), { permit, ...(service && { service }) });
  const alone = (way: (trail: Trail) => Promise<void>) => new Trail(run.signal, run.limitMs).follow(way);
  switch (kind) {
    case "smtp":
      return alone((trail) =>
        checkSmtp(trail, { settings: draft, permit, maySendPassword: maySendPassword(run), to }),
      );
    case "mailgun":
    case "mailjet":
    case "sendgrid":
      return alone((trail) => checkMailService(trail, kind, { settings: draft, permit, to }));
    case "broker":
      return each(run, [["", draft.get("broker.host")]], (trail, address) =>
        checkBroker(trail, address, permit),
      );
    case "gateway":
      return each(run, bothOf(draft, "gateway"), (trail, address) =>
        checkGateway(trail, address, {
          permit,
          forwardedFor: draft.get("security.forwardedFor"),
          // The public address must work without this header, because clients do not send it.
          mayForward: address !== draft.get("gateway.endpointPublic"),
        }),
      );
    case "api":
      return each(run, bothOf(draft, kind), http(kind, draft.edition.answersPing ? "API" : undefined));
    case "cdn":
      return each(run, bothOf(draft, kind), http(kind, draft.edition.answersPing ? "CDN" : undefined));
    case "discovery":
      return checkServerName(run);
    case "imageProxy":
      return each(run, [["", draft.get("cdn.imageProxyServerUrl")]], http(kind));
    case "errorTracking":
      return each(run, [["", draft.get("errorTracking.endpoint")]], (trail, address) =>
        checkErrorTracking(trail, address, permit),
      );
  }
}

function checkServerName(run: Run): Promise<CheckStep[]> {
  const { draft, permit } = run;
  const name = draft.get("general.serverName");
  const targets = draft.edition.discovery.map((path): Target => [
    path,
    // Some names do not form a valid URL, for example if the port is above 65535.
    name !== null && URL.canParse(addressOfName(name)) ? new URL(path, addressOfName(name)).href : null,
  ]);
  const api = draft.get("api.endpointPublic");
  return each(run, targets, (trail, address) => checkDiscovery(trail, new URL(address), { permit, api }));
}

const bothOf = (draft: Settings, section: "api" | "cdn" | "gateway"): Target[] => [
  ["Public address", draft.get(`${section}.endpointPublic`)],
  ["Internal address", draft.get(`${section}.endpointPrivate`)],
];

async function each(run: Run, targets: readonly Target[], way: Way): Promise<CheckStep[]> {
  const ways = targets.flatMap(([label, address]) => {
    if (address === null) return [];
    return [new Trail(run.signal, run.limitMs, label || undefined).follow((trail) => way(trail, address))];
  });
  if (ways.length > 0) return (await Promise.all(ways)).flat();
  return [{ name: "Address", ok: false, message: "The address is not set. Enter one first." }];
}

/**
 * Checks that a DSN contains a key and a project, and that its server answers. Only sending a report would
 * show whether the key and the project are valid.
 */
async function checkErrorTracking(trail: Trail, address: string, permit: Permit): Promise<void> {
  const url = new URL(address);
  await trail.step(
    "DSN",
    () => {
      const project = /\/([\w-]+)$/.exec(url.pathname)?.[1];
      if (url.username === "" || project === undefined) {
        throw new CheckFailure(
          "A DSN needs a key before the host and a project at the end, as in https://key@errors.example.org/1. Copy it again from the service.",
        );
      }
      return project;
    },
    (project) => `It contains a key and the project ${project}.`,
  );
  await checkHttp(trail, wellKnown("errorTracking", address), { permit, redirects: true });
}

/**
 * Whether the password may be sent. The stored password is sent only to the stored host and port, and only
 * with the stored TLS settings. Otherwise, a check could send the password to any server or port.
 */
function maySendPassword({ draft, saved, request }: Run): boolean {
  if (request.operations.some(({ op, path }) => path === "email.smtp.password" && op === "set")) return true;
  const { secure, starttls, anyCertificate } = encryptionOf(saved);
  const now = encryptionOf(draft);
  const same =
    [smtpHost, smtpPort].every((part) => part(draft) === part(saved)) &&
    now.secure === secure &&
    now.starttls === starttls &&
    (anyCertificate || !now.anyCertificate);
  return same || draft.get("email.smtp.password") === null;
}

/** @throws AppError `invalid-settings` with one problem per path */
export function draftOf(
  saved: Settings,
  operations: readonly Operation[],
  paths: readonly string[],
): Settings {
  const { edition } = saved;
  const relevant = operations.filter(({ path }) => paths.includes(path));
  const problems = checkOperations(relevant, edition.registry);
  if (problems.length > 0) {
    const [first] = problems;
    throw new AppError("invalid-settings", `Nothing was checked: ${first?.message ?? ""}`, { problems });
  }
  const whole = normalizeOperations(relevant, edition.registry).map((operation) =>
    withPassword(saved, operation),
  );
  const edits = new Map(whole.map((operation) => [operation.path, operation]));
  return {
    edition,
    get<P extends SettingPath>(path: P): SettingValue<P> {
      const edit = edits.get(path);
      const unset: unknown = edition.registry.fieldAt(path)?.default;
      const value: unknown = edit === undefined ? saved.get(path) : edit.op === "set" ? edit.value : unset;
      // `checkOperations` has checked that the value fits the setting.
      return value as SettingValue<P>;
    },
  };
}

/**
 * Replaces a hidden password in an address with the stored password, but only if the server and its port stay
 * the same. Otherwise, a check could send a stored password to any server.
 * @throws AppError `invalid-settings` if the server is different
 */
function withPassword(saved: Settings, operation: Operation): Operation {
  const { path } = operation;
  const value = operation.op === "set" ? operation.value : null;
  if (typeof value !== "string" || !hasHiddenPart(value)) return operation;
  const stored: unknown = saved.get(path as SettingPath);
  if (typeof stored === "string" && isSameServer(value, stored))
    return { op: "set", path, value: restoreCredentials(value, stored) };
  const message = "The stored password is sent only to the address in the file. Enter the password again.";
  throw new AppError("invalid-settings", `Nothing was checked: ${message}`, {
    problems: [{ path, message }],
  });
}

function isSameServer(one: string, other: string): boolean {
  if (!URL.canParse(one) || !URL.canParse(other)) return false;
  const [a, b] = [new URL(one), new URL(other)];
  return a.protocol === b.protocol && a.host === b.host && a.username === b.username && b.password !== "";
}
