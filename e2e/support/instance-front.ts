import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { editions } from "@/lib/shared/settings/editions";
import type { Instance } from "./instance";

type Json = Record<string, unknown>;
type Reply = [status: number, body: unknown];

/** The password of all accounts, and the code of accounts with two-factor authentication. */
export const PASSWORD = "a lamp in the window";
export const CODE = "246810";

/** Responses to sign-ins that require more than a password, by account. */
const REFUSALS: Record<string, [status: number, body: Json]> = {
  "factor@example.org": [200, { token: null, mfa: true, sms: false, ticket: "WzEsIjIiXQ.ticket" }],
  "captcha@example.org": [
    400,
    { captcha_key: ["captcha-required"], captcha_sitekey: "10000000-ffff", captcha_service: "hcaptcha" },
  ],
};
const WRONG: Json = {
  code: 50035,
  message: "Invalid Form Body",
  errors: { login: { _errors: [{ code: "INVALID_LOGIN", message: "Login or password is invalid." }] } },
};

/** The public server's response to an unknown token. */
export const REVOKED: Reply = [
  400,
  { code: 40001, message: "Unauthorized. Provide a valid token and try again" },
];
const NO_TOKEN: Reply = [401, { code: 0, message: "401: Unauthorized" }];
/** Two ways in which instances report a missing route. */
const NOT_FOUND: Reply = [404, { code: 0, message: "404: Not Found" }];
const NO_ROUTE: Reply = [404, { code: 404, message: "Endpoint not found" }];

/** The paths of the discovery documents, which contain the API's URL. */
const discovery = editions().flatMap((one) => [...(one.discovery ?? [])]);

const RIGHTS = { OPERATOR: 0n, MANAGE_USERS: 7n, CREATE_GUILDS: 14n, CREATE_REGISTRATION_TOKENS: 50n };

/** The routes that the specification requires. */
const THE_THREE = ["POST /applications", "POST /applications/:id/bot", "POST /oauth2/authorize"];

/**
 * How the next request to a route fails:
 * - `before`: the connection breaks before the request is processed
 * - `after`: the connection breaks after the request was processed
 * - `cut`: the connection breaks in the middle of the response
 * - `hang`: the request is processed, but there is no response
 * - a `Reply`: this response is sent, and the request is not processed
 */
type Fault = "before" | "after" | "cut" | "hang" | Reply;

interface Asked {
  /** Method and path, with `:id` in place of ids, such as "POST /users/:id/delete". */
  route: string;
  ids: string[];
  query: URLSearchParams;
  body: Json;
  authorization: string;
  /**
   * Passes the request on to the panel that acts as the instance, or sends the panel another request with the same
   * token.
   */
  pass: (method?: string, path?: string, body?: Json) => Promise<Reply>;
}

/**
 * Imitates an instance that runs the public open-source server. It consists of a panel, which serves the instance
 * API, and a proxy that adds missing routes and imitates the public server's refusals and omissions.
 */
export class InstanceFront {
  /** If set, every account gets this list of guilds. If null, each account gets the guilds that it belongs to. */
  guilds: { id: string }[] | null = null;
  /** Routes that this instance does not have, such as "GET /applications". */
  readonly lacks = new Set<string>();
  /** Whether the instance has only the three routes that the specification requires. */
  isBare = false;
  /** Faults by route ("POST /applications"), or by method and path with ids. Each fault affects only one request. */
  readonly faults = new Map<string, Fault>();
  readonly asked: string[] = [];
  /** The configuration that the instance returns to users with the OPERATOR right. */
  loaded: Json = {};

  private constructor(
    private readonly behind: Instance,
    private readonly server: Server,
    readonly url: string,
  ) {}

  static async start(behind: Instance): Promise<InstanceFront> {
    const server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    const port = typeof address === "object" ? address?.port : undefined;
    const front = new InstanceFront(behind, server, `http://127.0.0.1:${port}`);
    server.on("request", (request, response) => void front.answer(request, response));
    return front;
  }

  reset(): void {
    this.guilds = null;
    this.lacks.clear();
    this.isBare = false;
    this.faults.clear();
    this.asked.length = 0;
    this.loaded = {};
  }

  /** Listens at the same address again, after `stop`. */
  async comeBack(): Promise<void> {
    this.server.listen(Number(new URL(this.url).port), "127.0.0.1");
    await once(this.server, "listening");
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, "close");
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams: query } = new URL(request.url ?? "", this.url);
    this.asked.push(`${request.method} ${request.url}`);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = parsed(Buffer.concat(chunks).toString());
    const path = pathname.replace(/^\/api\/v9/, "");
    const route = `${request.method} ${path.replace(/(?<=\/)\d+/g, ":id")}`;
    const { authorization = "" } = request.headers;
    const send = ([status, value]: Reply) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value) ?? "");

    const fault = this.takeFault(route, `${request.method} ${path}`);
    if (fault === "before") return void request.socket.destroy();
    if (Array.isArray(fault)) return void send(fault);
    const reply = await this.reply({
      route,
      ids: path.match(/(?<=\/)\d+/g) ?? [],
      query,
      body,
      authorization,
      pass: (method = request.method ?? "GET", to = `${path}?${query}`, sent = body) =>
        this.pass(authorization, method, to, sent),
    });
    if (fault === undefined) return void send(reply);
    if (fault === "after") request.socket.destroy();
    if (fault === "cut") {
      const text = JSON.stringify(reply[1] ?? {});
      response.writeHead(reply[0], { "content-type": "application/json", "content-length": text.length });
      response.write(text.slice(0, 1), () => request.socket.destroy());
    }
  }

  private takeFault(route: string, exact: string): Fault | undefined {
    const key = [exact, route].find((one) => this.faults.has(one));
    const fault = key === undefined ? undefined : this.faults.get(key);
    if (key !== undefined) this.faults.delete(key);
    return fault;
  }

  private async reply(asked: Asked): Promise<Reply> {
    const { route, authorization, body } = asked;
    if (this.isBare && !THE_THREE.includes(route)) return NOT_FOUND;
    if (this.lacks.has(route)) return NO_ROUTE;
    if (discovery.some((one) => route === `GET ${one}`)) return [200, { api: `${this.url}/api/` }];
    if (route === "POST /auth/login") return this.login(body);
    if (route === "POST /auth/mfa/totp") return this.secondFactor(body);
    const work = this.routes[route];
    if (!work) return asked.pass();
    if (authorization === "") return NO_TOKEN;
    const [status, caller] = await this.pass(authorization, "GET", "/users/@me");
    return status === 200 ? work(asked, caller as { id: string }) : REVOKED;
  }

  /** Routes that the panel lacks or answers differently from the public server. Callers must send a valid token. */
  private readonly routes: Record<string, (asked: Asked, caller: { id: string }) => Promise<Reply>> = {
    "GET /users/:id": async ({ ids }) => this.user(ids[0]),
    "GET /users/:id/profile": async ({ ids }) => {
      const [status, user] = await this.user(ids[0]);
      return status === 200 ? [status, { user }] : [status, user];
    },
    "POST /users/:id/delete": async ({ ids: [id] }, caller) => {
      if (!(await this.may(caller, "MANAGE_USERS"))) return lacksRight("MANAGE_USERS");
      const [status, body] = await this.user(id);
      if (status !== 200) return [status, body];
      await this.behind.sql("update users set deleted = 1, disabled = 1 where id = ?", id);
      return [204, undefined];
    },

    "GET /users/@me/guilds": async ({ pass, query }) => {
      if (this.guilds) return [200, page(this.guilds, query)];
      const [status, all] = await pass();
      if (status !== 200) return [status, all];
      const withoutPermissions = ({ permissions: _, owner, ...guild }: Json) => ({
        ...guild,
        ...(owner === true && { owner }),
      });
      return [200, (all as Json[]).map(withoutPermissions)];
    },
    "POST /guilds": async ({ body }, caller) => {
      if (!(await this.may(caller, "CREATE_GUILDS"))) return lacksRight("CREATE_GUILDS");
      const id = await this.behind.addGuild(String(body.name), caller.id);
      return [201, { id }];
    },
    // Only members of a guild may read it. Other callers get the same status as with an invalid token.
    "GET /guilds/:id": async ({ ids: [id] }, caller) => {
      const [guild] = await this.behind.sql("select id, name, owner_id from guilds where id = ?", id);
      if (!guild) return [404, { code: 404, message: "Guild could not be found" }];
      if (!(await this.isMember(id, caller.id)))
        return [401, { code: 401, message: "You are not a member of the guild you are trying to access" }];
      const roles = await this.behind.sql<Json>("select * from roles where guild_id = ?", id);
      return [
        200,
        { ...guild, member_count: 7, roles: roles.map((one) => ({ ...one, managed: one.managed === 1 })) },
      ];
    },
    "GET /guilds/:id/members/:id": async ({ ids: [guild, user] }) => {
      if (!(await this.isMember(guild, user)))
        return [404, { code: 404, message: "Member could not be found" }];
      const roles = await this.behind.sql<{ id: string }>(
        "select role_id as id from member_roles where guild_id = ? and user_id = ?",
        guild,
        user,
      );
      return [200, { user: { id: user }, roles: [guild, ...roles.map(({ id }) => id)] }];
    },
    "GET /guilds/:id/roles": async ({ ids: [id] }, caller) => {
      if (!(await this.isMember(id, caller.id)))
        return [401, { code: 401, message: "You are not a member of the guild you are trying to access" }];
      const roles = await this.behind.sql<Json>("select * from roles where guild_id = ?", id);
      return [200, roles.map((one) => ({ ...one, managed: one.managed === 1 }))];
    },

    "GET /oauth2/authorize": async ({ query }, caller) => {
      const [found] = await this.behind.sql<Json>(
        `select applications.id, name, description, bot_public, bot_user_id, username
         from applications left join users on users.id = bot_user_id where applications.id = ?`,
        query.get("client_id"),
      );
      if (!found) return [404, { code: 10002, message: "Unknown Application" }];
      const { bot_user_id: id, username, ...application } = found;
      if (id === null) return [400, { code: 50010, message: "OAuth2 application does not have a bot" }];
      const bot_public = application.bot_public === 1;
      return [200, { application: { ...application, bot_public }, bot: { id, username }, user: caller }];
    },
    // If the bot is already a member of the guild, its permissions stay unchanged.
    "POST /oauth2/authorize": async ({ pass, query, body }) =>
      body.authorize === true && (await this.isMember(body.guild_id, query.get("client_id")))
        ? [400, { code: 400, message: "You are already a member of this guild" }]
        : pass(),
    "POST /applications/:id/delete": async ({ pass, ids: [id] }) => {
      const [status, body] = await pass("DELETE", `/applications/${id}`);
      return status < 300 ? [200, {}] : [status, body];
    },
    "DELETE /applications/:id": async () => NO_ROUTE,
    // The application and its bot have separate names, so this request changes only the application's name.
    "PATCH /applications/:id": async ({ pass, ids: [id] }) => {
      const [bot] = await this.behind.sql<Json>("select username from users where id = ?", id);
      const reply = await pass();
      await this.behind.sql("update users set username = ? where id = ?", bot?.username, id);
      return reply;
    },
    "PATCH /applications/:id/bot": async ({ pass, ids: [id], body }) => {
      const [status, application] = await pass("GET", `/applications/${id}`);
      if (status === 200)
        await this.behind.sql("update users set username = ? where id = ?", body.username, id);
      return [status, application];
    },
    // A reset does not revoke the bot's tokens from the same minute.
    "POST /applications/:id/bot/reset": async ({ pass, ids: [id] }) => {
      const reply = await pass();
      const minute = "valid_tokens_since / 60000 * 60000";
      await this.behind.sql(`update users set valid_tokens_since = ${minute} where id = ?`, id);
      return reply;
    },

    "GET /auth/generate-registration-tokens": async ({ query }, caller) => {
      if (!(await this.may(caller, "CREATE_REGISTRATION_TOKENS")))
        return lacksRight("CREATE_REGISTRATION_TOKENS");
      const [count, length] = [Number(query.get("count") ?? 1), Number(query.get("length") ?? 255)];
      const tokens = Array.from({ length: count }, () =>
        randomBytes(length).toString("hex").slice(0, length),
      );
      // If no front page is set, the public server writes "null" before the path.
      const links = () => tokens.map((token) => `null/register?token=${token}`);
      return [200, { tokens: query.has("include_url") ? links() : tokens }];
    },
    "GET /policies/stats": async () => {
      const [counts] = await this.behind.sql(
        `select (select count(*) from users) as user, (select count(*) from guilds) as guild,
         (select count(*) from members) as members, 4567 as message`,
      );
      return [200, { counts }];
    },
    "GET /policies/instance/config": async (_, caller) =>
      (await this.may(caller, "OPERATOR")) ? [200, this.loaded] : [200, { register_disabled: false }],
  };

  private async user(id: string | undefined): Promise<Reply> {
    const [user] = await this.behind.sql<Json>(
      "select id, username, bot from users where id = ? and deleted = 0",
      id,
    );
    return user
      ? [200, { ...user, bot: user.bot === 1, public_flags: 0 }]
      : [404, { code: 10013, message: "Unknown User" }];
  }

  private async may({ id }: { id: string }, right: keyof typeof RIGHTS): Promise<boolean> {
    const [user] = await this.behind.sql<{ rights: string }>("select rights from users where id = ?", id);
    const bits = BigInt(user?.rights ?? 0);
    return [right, "OPERATOR" as const].some((name) => ((bits >> RIGHTS[name]) & 1n) === 1n);
  }

  private async isMember(guildId: unknown, userId: unknown): Promise<boolean> {
    const query = "select 1 from members where guild_id = ? and user_id = ?";
    return (await this.behind.sql(query, guildId, userId)).length > 0;
  }

  private async login({ login, password }: Json): Promise<Reply> {
    if (login === "pilot@example.org" && password === PASSWORD)
      return [200, { token: await this.behind.token(this.behind.operatorId), settings: { locale: "en-GB" } }];
    return REFUSALS[String(login)] ?? [400, WRONG];
  }

  private async secondFactor({ ticket, code }: Json): Promise<Reply> {
    const isRight = code === CODE && ticket === REFUSALS["factor@example.org"]?.[1].ticket;
    if (!isRight) return [400, { code: 60008, message: "Invalid two-factor code" }];
    return [200, { token: await this.behind.token(this.behind.operatorId) }];
  }

  private async pass(authorization: string, method: string, path: string, body: Json = {}): Promise<Reply> {
    const answer = await fetch(`${this.behind.url}/api/v9${path}`, {
      method,
      headers: { authorization, ...(method !== "GET" && { "content-type": "application/json" }) },
      ...(method !== "GET" && { body: JSON.stringify(body) }),
    });
    if (answer.status === 401) return authorization === "" ? NO_TOKEN : REVOKED;
    return [answer.status, parsed(await answer.text(), undefined)];
  }
}

const lacksRight = (right: string): Reply => [
  403,
  { code: 50013, message: `You lack rights to perform that action (${right})` },
];

const page = (guilds: { id: string }[], query: URLSearchParams) =>
  guilds
    .filter(({ id }) => BigInt(id) > BigInt(query.get("after") ?? "0"))
    .slice(0, Number(query.get("limit") ?? "200"));

function parsed<T = Json>(text: string, otherwise?: T): Json | T {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return otherwise ?? {};
  }
}
