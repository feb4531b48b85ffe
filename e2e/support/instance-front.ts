import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Instance } from "./instance";
import { isOfOwnApplications, ownApplications, type Reply } from "./instance-front-bots";

/** The password of all accounts, and the two-factor code of those that have one. */
export const PASSWORD = "a lamp in the window";
export const CODE = "246810";

type Json = Record<string, unknown>;

/** This API family's answers to a sign-in, by account. */
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

/**
 * How a request fails. `before`: the connection breaks and nothing was done. In all others the request is
 * processed. `after`: the connection breaks. `cut`: it breaks in the middle of the answer. `hang`: there is no
 * answer. Or a response to send instead.
 */
type Fault = "before" | "after" | "cut" | "hang" | Reply;

/** This family's answer to an unknown token. */
export const REVOKED: Reply = [
  400,
  { code: 40001, message: "Unauthorized. Provide a valid token and try again" },
];

/**
 * A proxy in front of a panel that acts as the upstream instance. It adds the routes that a panel does not have (the
 * specification does not show them), in the API family's shapes, and forwards everything else.
 */
export class InstanceFront {
  /** The guilds that `GET /users/@me/guilds` returns page by page. */
  guilds: { id: string }[] = [];
  /**
   * The list that `GET /applications` returns; null: the route does not exist; `behind`: the panel behind answers.
   */
  applications: Json[] | null | "behind" = null;
  /** Whether it lists a guild's members; `offersBots` does too. */
  reportsMembers = false;
  /**
   * Whether it lists, returns, edits and deletes the applications of the panel behind it, and lists a guild's
   * members.
   */
  offersBots = false;
  /** Guilds whose members it does not list. */
  secretGuilds: string[] = [];
  /**
   * The answer of `GET /auth/generate-registration-tokens` to count, length and `include_url`; null: no such
   * route.
   */
  registrationTokens: ((query: URLSearchParams) => Reply) | null = null;
  /** Whether it offers only the three endpoints for changes. */
  isBare = false;
  /** Whether it forwards everything to the panel behind it. */
  isTransparent = false;
  /** How the next request of a route fails, once each: "POST /applications". */
  readonly faults = new Map<string, Fault>();
  /** Bots that were authorized, with their guilds. Authorizing one again is refused, as in some instances. */
  private readonly members = new Set<string>();
  /** Method and URL of every request. */
  readonly asked: string[] = [];

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

  /** Resets everything that it offers and remembers. */
  reset(): void {
    this.guilds = [];
    this.applications = null;
    this.reportsMembers = false;
    this.offersBots = false;
    this.secretGuilds = [];
    this.registrationTokens = null;
    this.isBare = false;
    this.isTransparent = false;
    this.faults.clear();
    this.members.clear();
    this.asked.length = 0;
  }

  /** Listens again at the same address. */
  async comeBack(): Promise<void> {
    this.server.listen(Number(new URL(this.url).port), "127.0.0.1");
    await once(this.server, "listening");
  }

  /** From now on, nothing listens at its address. */
  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, "close");
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? "", this.url);
    const route = `${request.method} ${pathname.replace(/^\/api\/v9/, "")}`;
    this.asked.push(`${request.method} ${request.url}`);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const send = (status: number, value: unknown) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value) ?? "");

    const fault = this.takeFault(route);
    if (fault === "before") return void request.socket.destroy();
    if (Array.isArray(fault)) return void send(...fault);
    const done: typeof send = (status, value) => {
      if (fault === undefined) return send(status, value);
      return this.spoil(fault, request, response, status, value);
    };

    if (this.isTransparent) return this.pass(request, body, route, done);
    if (this.isBare && request.method === "GET") return void send(...NOT_FOUND);
    if (this.isBare) return this.pass(request, body, route, done);
    if (route === "POST /auth/mfa/totp") return void done(...(await this.secondFactor(parsed(body))));
    if (route === "POST /auth/login")
      return void done(...(await this.login(JSON.parse(body.toString()) as Json)));
    const own = this.own(route, searchParams, parsed(body));
    if (own === undefined) return this.pass(request, body, route, done);
    const caller = await this.caller(request);
    if (caller === null) return void send(...unauthorized(request));
    return void done(...(await own(caller)));
  }

  /** Responses to routes that the panel behind it does not have, for callers with a token. */
  private own(
    route: string,
    query: URLSearchParams,
    body: Json,
  ): ((caller: string) => Reply | Promise<Reply>) | undefined {
    if (route === "GET /users/@me")
      return (caller) => [200, { id: caller, username: "harbour pilot", flags: 0 }];
    if (route === "GET /users/@me/guilds") return () => [200, this.page(query)];
    if (route === "GET /auth/generate-registration-tokens")
      return () => this.registrationTokens?.(query) ?? NO_ROUTE;
    const [, guild = "", bot = ""] = /^GET \/guilds\/(\d+)\/members\/(\d+)$/.exec(route) ?? [];
    if (guild !== "")
      return () => (this.offersBots || this.reportsMembers ? this.member(guild, bot) : NOT_FOUND);
    if (isOfOwnApplications(route) && this.applications === "behind" && !this.offersBots) return undefined;
    if (isOfOwnApplications(route) && (this.offersBots || route !== "GET /applications"))
      return () => (this.offersBots ? ownApplications(this.behind, route, body) : NO_ROUTE);
    if (route !== "GET /applications") return undefined;
    return () => (this.applications ? [200, this.applications] : NOT_FOUND);
  }

  private member(guild: string, bot: string): Reply {
    if (this.secretGuilds.includes(guild)) return [403, { code: 50001, message: "Missing Access" }];
    return this.members.has(`${bot} ${guild}`)
      ? [200, { user: { id: bot }, roles: [] }]
      : [404, { code: 404, message: "Member could not be found" }];
  }

  private takeFault(route: string): Fault | undefined {
    const key = [...this.faults.keys()].find((known) => route.replace(/\d{5,}/g, ":id") === known);
    const fault = key === undefined ? undefined : this.faults.get(key);
    if (key !== undefined) this.faults.delete(key);
    return fault;
  }

  private spoil(
    fault: Fault,
    request: IncomingMessage,
    response: ServerResponse,
    status: number,
    value: unknown,
  ) {
    if (fault === "after") request.socket.destroy();
    if (fault === "cut") {
      const text = JSON.stringify(value ?? {});
      response.writeHead(status, { "content-type": "application/json", "content-length": text.length });
      response.write(text.slice(0, 1), () => request.socket.destroy());
    }
    return response;
  }

  private async login({ login, password }: Json): Promise<[number, Json]> {
    if (login === "pilot@example.org" && password === PASSWORD) {
      return [200, { token: await this.behind.token(this.behind.operatorId), settings: { locale: "en-GB" } }];
    }
    return REFUSALS[String(login)] ?? [400, WRONG];
  }

  private async secondFactor({ ticket, code }: Json): Promise<Reply> {
    const isRight = code === CODE && ticket === REFUSALS["factor@example.org"]?.[1].ticket;
    if (!isRight) return [400, { code: 60008, message: "Invalid two-factor code" }];
    return [200, { token: await this.behind.token(this.behind.operatorId) }];
  }

  private page(query: URLSearchParams): unknown[] {
    const after = BigInt(query.get("after") ?? "0");
    return this.guilds.filter(({ id }) => BigInt(id) > after).slice(0, Number(query.get("limit") ?? "200"));
  }

  /** Finds the account of a token: an authorization with unknown ids fails with 401 or 404. */
  private async caller(request: IncomingMessage): Promise<string | null> {
    const { status } = await this.behind.post(
      "/api/v9/oauth2/authorize?client_id=0",
      { guild_id: "0", authorize: false },
      { authorization: request.headers.authorization ?? "" },
    );
    return status === 401 ? null : this.behind.operatorId;
  }

  /** A bot's tokens issued in the minute of the reset keep working. */
  private revokeByTheMinute(bot: string): Promise<unknown> {
    const query = "update users set valid_tokens_since = valid_tokens_since / 60000 * 60000 where id = ?";
    return this.behind.sql(query, bot);
  }

  private async pass(
    request: IncomingMessage,
    body: Buffer,
    route: string,
    done: (status: number, value: unknown) => unknown,
  ) {
    const { authorization = "", "content-type": type } = request.headers;
    const answer = await fetch(`${this.behind.url}${request.url}`, {
      method: request.method,
      headers: { authorization, ...(type !== undefined && { "content-type": type }) },
      ...(body.byteLength > 0 && { body: new Uint8Array(body) }),
    });
    const value = (await answer.json().catch(() => undefined)) as Json | undefined;
    const member =
      route === "POST /oauth2/authorize" && !this.isBare && !this.isTransparent
        ? memberIn(request, body)
        : null;
    if (member !== null && answer.ok) {
      if (this.members.has(member))
        return void done(400, { code: 400, message: "You are already a member of this guild" });
      this.members.add(member);
    }
    if (answer.status === 401) return void done(...unauthorized(request));
    const reset = /^POST \/applications\/(\d+)\/bot\/reset$/.exec(route)?.[1];
    if (reset !== undefined && answer.ok) await this.revokeByTheMinute(reset);
    if (route === "POST /applications" && value && Array.isArray(this.applications))
      this.applications.push(value);
    done(answer.status, value);
  }
}

/** A missing token is refused as usual, an invalid one as the public server does. */
const unauthorized = ({ headers }: IncomingMessage): Reply =>
  headers.authorization ? REVOKED : [401, { code: 0, message: "401: Unauthorized" }];

/** How instances report a missing route: some with a separate code, some without. */
const NOT_FOUND: Reply = [404, { code: 0, message: "404: Not Found" }];
const NO_ROUTE: Reply = [404, { code: 404, message: "Endpoint not found" }];

function parsed(body: Buffer): Json {
  try {
    return JSON.parse(body.toString()) as Json;
  } catch {
    return {};
  }
}

/** The bot and the guild that an authorization names. */
function memberIn({ url = "" }: IncomingMessage, body: Buffer): string {
  const { guild_id } = JSON.parse(body.toString()) as Json;
  return `${new URL(url, "http://front.invalid").searchParams.get("client_id")} ${String(guild_id)}`;
}
