import "server-only";
import {
  closeRooms,
  configFile,
  db,
  forgetRooms,
  operators,
  panelSettings,
  requestContext,
  theRooms,
} from "./rooms";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, vi } from "vitest";
import { routes } from "@/lib/shared/contract";
import { checkAnswer } from "@/lib/shared/contract/check-answer";
import type { Route, RouteAnswer } from "@/lib/shared/contract/route";
import type { Role } from "@/lib/shared/role";
import { listAudit } from "@/lib/server/audit";
import { type Operator } from "@/lib/server/operators";
import { beginSession, type Session, sessionKey } from "@/lib/server/operators/session-store";
import { panelApi } from "@/lib/server/http/panel-api/answer";
import { routeTable } from "@/lib/server/http/panel-api/routes";
import { sentBody } from "./sent-body";
import { placeMigrated } from "./test-database";

export type RouteName = keyof typeof routes;
type Answered<K extends RouteName> = RouteAnswer<(typeof routes)[K]>;

/** The input of a request. The input need not match the route's schemas, because tests also send invalid input. */
export interface Sent {
  params?: Record<string, string | number>;
  query?: Record<string, string>;
  /** The body. Bytes and text are sent unchanged, and any other value as JSON. */
  body?: unknown;
  /** The version in the `If-Match` header. Default: the current version. */
  etag?: string;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

export interface PanelResponse {
  status: number;
  headers: Record<string, string>;
  /** The parsed body of a JSON response, or the bytes of any other response. */
  body: unknown;
  stream: ReadableStream<Uint8Array> | undefined;
}

export interface Visitor {
  operator: Operator;
  /** The current session, or undefined after it has ended. */
  session: () => Promise<Session | undefined>;
  /** Sends a request. Checks that the body of a successful response matches the route's schema. */
  ask: (name: RouteName, sent?: Sent) => Promise<PanelResponse>;
  /** Sends a request that must succeed, and returns the body of the response. */
  get: <K extends RouteName>(name: K, sent?: Sent) => Promise<Answered<K>>;
}

export const PASSWORD = "lantern on the pier";

export interface TestPanel extends Visitor {
  configPath: string;
  dataDir: string;
  /** Adds another operator and signs in. The session has no proof of identity if `isProved` is false. */
  visitor: (setting: { role?: Role; username?: string; isProved?: boolean }) => Promise<Visitor>;
  /** The operator "keeper" with a changed session, such as a session with a lower role. */
  as: (changes: Partial<Session>) => Visitor;
  entries: (limit?: number) => Promise<{ action: string; [part: string]: unknown }[]>;
  /** Writes the configuration file, as another program would. */
  write: (file: object | string) => Promise<void>;
  read: () => unknown;
  /** Connects the panel to an instance. Without `url`, switches the panel back to standalone mode. */
  connect: (url?: string, operatorToken?: string) => void;
}

const parsed = (body: unknown, type = "") =>
  typeof body === "string" && /json/.test(type) ? (JSON.parse(body) as unknown) : body;

async function answerOf(
  session: () => Promise<Session | undefined>,
  name: RouteName,
  { params = {}, query = {}, body, etag, headers = {}, signal }: Sent,
): Promise<PanelResponse> {
  const route: Route = routes[name];
  const version = etag ?? (route.ifMatch ? (await configFile().read()).etag : "");
  const sent = { "content-type": "application/json", "if-match": `"${version}"`, ...headers };
  const known = new Map(Object.entries(sent));
  const path = `/api/panel${route.path.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(String(params[key])))}`;
  const search = String(new URLSearchParams(query));
  const client = new AbortController();
  const answer = await panelApi(routeTable(theRooms()), theRooms(), session).answer({
    method: route.method,
    path,
    search: search && `?${search}`,
    header: (key) => known.get(key) ?? null,
    readBody: sentBody(body),
    context: requestContext(),
    closed: () => AbortSignal.any([client.signal, ...(signal ? [signal] : [])]),
  });
  if (!answer.stream) client.abort();
  const all = answer.headers ?? {};
  const content = parsed(answer.body, all["content-type"] ?? all["Content-Type"]);
  if (answer.status < 300 && !answer.stream) checkAnswer(route.method, path, content);
  return { status: answer.status, headers: all, body: content, stream: answer.stream ?? undefined };
}

function visitorOf(operator: Operator, session: () => Promise<Session | undefined>): Visitor {
  const ask: Visitor["ask"] = (name, sent = {}) => answerOf(session, name, sent);
  return {
    operator,
    session,
    ask,
    async get<K extends RouteName>(name: K, sent: Sent = {}) {
      const { status, body } = await ask(name, sent);
      if (status >= 300) throw new Error(`${name} answered ${status}: ${JSON.stringify(body)}`);
      return body as Answered<K>;
    },
  };
}

/**
 * Opens a panel in the test's process, with a database and a configuration file for all tests in a test file,
 * and a signed-in owner "keeper". Requests go through the route table.
 * @param settings sections of the configuration file
 * @param variables further environment variables
 */
export function openTestPanel(
  settings: Record<string, unknown> = {},
  variables: Record<string, string> = {},
): TestPanel {
  const dataDir = mkdtempSync(join(tmpdir(), "panel-"));
  const configPath = join(dataDir, "config.json");
  const panel = { configPath, dataDir } as TestPanel;
  const signedIn = async (operator: Operator, isProved = true): Promise<Visitor> => {
    const caller = {
      address: "203.0.113.9",
      userAgent: "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Firefox/128.0",
    };
    const { sessions_valid_since: sessionsValidSince } = await db()
      .selectFrom("operators")
      .select("sessions_valid_since")
      .where("id", "=", operator.id)
      .executeTakeFirstOrThrow();
    const id = sessionKey(await beginSession(db(), { ...operator, sessionsValidSince }, caller));
    if (!isProved) await db().updateTable("sessions").set({ proved_at: 0 }).where("id", "=", id).execute();
    return visitorOf(operator, () => operators().findSession(id));
  };

  beforeAll(async () => {
    const security = { jwtSecret: "a secret of more than thirty-two bytes" };
    writeFileSync(configPath, JSON.stringify({ security, ...settings }, null, 2));
    await placeMigrated(join(dataDir, "instance.db"));
    vi.stubEnv("DATA_DIR", dataDir).stubEnv("CONFIG_PATH", configPath);
    for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
    // Unfinished work of an earlier test file may have created singletons with that file's folder.
    forgetRooms();
    await theRooms().panel.operatorUsers.prepare();
    const operator = await db()
      .transaction()
      .execute((tx) => theRooms().panel.operatorUsers.insert(tx, { username: "keeper", password: PASSWORD }));
    Object.assign(panel, await signedIn(operator));
  });
  afterAll(async () => {
    await closeRooms();
    rmSync(dataDir, { recursive: true, force: true });
  });

  let made = 0;
  return Object.assign(panel, {
    async visitor({ role = "owner", username = `mate-${(made += 1)}`, isProved }) {
      // A change of the environment makes other rooms.
      await theRooms().panel.operatorUsers.prepare();
      const operator = await db()
        .transaction()
        .execute((tx) => theRooms().panel.operatorUsers.insert(tx, { username, password: PASSWORD, role }));
      return signedIn(operator, isProved);
    },
    as: (changes) =>
      visitorOf(panel.operator, async () => {
        const session = await panel.session();
        return session && { ...session, ...changes };
      }),
    entries: async (limit = 1) =>
      (await listAudit(db(), { limit })).map(({ action, actor, actorKind, target, detail, outcome }) => ({
        action,
        actor,
        actorKind,
        target,
        detail,
        outcome,
      })),
    async write(file) {
      writeFileSync(configPath, typeof file === "string" ? file : JSON.stringify(file, null, 2));
      await configFile().read();
    },
    read: () => JSON.parse(readFileSync(configPath, "utf8")) as unknown,
    connect: (url, operatorToken) =>
      panelSettings().setConnection({
        ...(url !== undefined && { url }),
        ...(operatorToken !== undefined && { operatorToken }),
      }),
  } satisfies Partial<TestPanel>);
}
