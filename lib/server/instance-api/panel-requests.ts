import "server-only";
import { parseJson } from "@/lib/shared/json/parse";
import { isObject } from "@/lib/shared/json/value";
import type { Answer, DoorRequest } from "@/lib/server/door";

/** What the audit keeps of a change. Never a token, a password or a text that somebody wrote. */
export interface AuditedChange {
  action: string;
  target?: string;
  detail: Record<string, unknown>;
}

/** A request that a page of the panel may make to an upstream instance. */
interface PanelRequest {
  method: string;
  /** Of the path without the version. */
  path: RegExp;
  /** For a change: what to record before it is sent. Null where this very request changes nothing. */
  change?: (request: DoorRequest, ids: readonly string[]) => AuditedChange | null;
}

const ID = String.raw`(\d{1,20})`;
const at = (path: string) => new RegExp(`^${path.replaceAll(":id", ID)}$`);

const ofApplication =
  (action: string) =>
  (_: DoorRequest, [id = ""]: readonly string[]): AuditedChange => ({
    action,
    target: id,
    detail: { application: id },
  });

/** Everything else of the instance's API is out of a page's reach. */
const REQUESTS: readonly PanelRequest[] = [
  { method: "POST", path: at("/auth/login") },
  { method: "GET", path: at("/users/@me(?:/guilds)?") },
  { method: "GET", path: at("/guilds/:id/members/:id") },
  { method: "GET", path: at("/applications(?:/:id)?") },
  { method: "POST", path: at("/applications"), change: creation },
  { method: "PATCH", path: at("/applications/:id"), change: edit },
  { method: "DELETE", path: at("/applications/:id"), change: ofApplication("bot.delete") },
  { method: "POST", path: at("/applications/:id/delete"), change: ofApplication("bot.delete") },
  { method: "POST", path: at("/applications/:id/bot"), change: ofApplication("bot.token") },
  { method: "PATCH", path: at("/applications/:id/bot"), change: edit },
  { method: "POST", path: at("/applications/:id/bot/reset"), change: ofApplication("bot.reset") },
  { method: "POST", path: at("/oauth2/authorize"), change: authorization },
  { method: "GET", path: at("/auth/generate-registration-tokens"), change: registrationTokens },
];

/** @returns undefined for what no page asks; `change` is null for a request that changes nothing */
export function panelRequest(request: DoorRequest): { change: AuditedChange | null } | undefined {
  const path = request.path.replace(/^\/api\/v\d+/, "");
  for (const known of REQUESTS) {
    const found = known.method === request.method ? known.path.exec(path) : null;
    if (found) return { change: known.change?.(request, found.slice(1)) ?? null };
  }
  return undefined;
}

/** What only the answer tells: the id of a new application, and the name of one that was changed. */
export function toldBy({ body }: Answer): Pick<AuditedChange, "target" | "detail"> {
  const { id, name } = objectIn(body);
  return {
    ...(typeof name === "string" && { target: name }),
    detail: typeof id === "string" && /^\d{1,20}$/.test(id) ? { application: id } : {},
  };
}

function creation({ body }: DoorRequest): AuditedChange {
  const { name } = objectIn(body);
  return {
    action: "application.create",
    detail: {},
    ...(typeof name === "string" && { target: name.slice(0, 100) }),
  };
}

function edit(request: DoorRequest, [id = ""]: readonly string[]): AuditedChange {
  const names = Object.keys(objectIn(request.body));
  const changed = names.filter((name) => /^\w{1,40}$/.test(name)).slice(0, 20);
  return { action: "bot.edit", target: id, detail: { application: id, changed } };
}

function authorization({ body, search }: DoorRequest): AuditedChange | null {
  const { guild_id, permissions, authorize } = objectIn(body);
  if (authorize !== true) return null;
  const application = digits(new URLSearchParams(search).get("client_id"));
  return {
    action: "bot.authorize",
    target: application,
    detail: { application, guild: digits(guild_id), permissions: digits(permissions) },
  };
}

function registrationTokens({ search }: DoorRequest): AuditedChange {
  return {
    action: "registration-tokens.create",
    detail: { count: Number(digits(new URLSearchParams(search).get("count"))) || 1 },
  };
}

/** Ids and numbers only: whatever else stands there is not for the audit. */
const digits = (value: unknown): string => /^\d{1,20}$/.exec(String(value))?.[0] ?? "";

function objectIn(body: Answer["body"] | null): Record<string, unknown> {
  if (body === null || body === undefined || body.length === 0) return {};
  try {
    const value = parseJson(typeof body === "string" ? body : new TextDecoder().decode(body));
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}
