import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Instance } from "./instance";

/** The password of all accounts. */
export const PASSWORD = "a lamp in the window";

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
 * A proxy in front of a panel that acts as the upstream instance. It adds the routes that a panel does not have (the
 * specification does not show them), in the API family's shapes, and forwards everything else.
 */
export class InstanceFront {
  /** What `GET /users/@me/guilds` pages through. */
  guilds: { id: string }[] = [];
  /** What `GET /applications` lists; null: the route does not exist; `behind`: what the instance lists. */
  applications: Json[] | null | "behind" = null;
  /** Whether `GET /guilds/:id/members/:id` exists. */
  tellsMembers = false;
  /** Refuse a bad token as some instances do: 400 with code 40001. */
  refusesOddly = false;
  /** The next request that creates an application is carried out, but its answer is lost. */
  losesNextAnswer = false;
  /** Bots that were authorized, with their guilds: authorizing one again is refused, as some instances do. */
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
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));

    if (route === "POST /auth/login")
      return void send(...(await this.login(JSON.parse(body.toString()) as Json)));
    const isOwn = /^GET \/(users\/@me|applications$|guilds\/\d+\/members)/.test(route);
    if (!isOwn) return this.pass(request, response, body, route);
    const caller = await this.caller(request);
    if (caller === null && this.refusesOddly)
      return void send(400, { code: 40001, message: "Invalid token" });
    if (caller === null) return void send(401, { code: 0, message: "401: Unauthorized" });
    const [, guild, bot] = /^GET \/guilds\/(\d+)\/members\/(\d+)$/.exec(route) ?? [];
    if (guild !== undefined && this.tellsMembers)
      return void (this.members.has(`${bot} ${guild}`)
        ? send(200, { roles: [], user: { id: bot } })
        : send(404, { code: 10007, message: "Unknown Member" }));
    if (guild !== undefined) return void send(404, { code: 0, message: "404: Not Found" });
    if (route === "GET /applications" && this.applications === "behind")
      return this.pass(request, response, body, route);
    if (route === "GET /users/@me")
      return void send(200, { id: caller, username: "harbour pilot", flags: 0 });
    if (route === "GET /users/@me/guilds") return void send(200, this.page(searchParams));
    return void (this.applications
      ? send(200, this.applications)
      : send(404, { code: 0, message: "404: Not Found" }));
  }

  private async login({ login, password }: Json): Promise<[number, Json]> {
    if (login === "pilot@example.org" && password === PASSWORD) {
      return [200, { token: await this.behind.token(this.behind.operatorId), settings: { locale: "en-GB" } }];
    }
    return REFUSALS[String(login)] ?? [400, WRONG];
  }

  private page(query: URLSearchParams): unknown[] {
    const after = BigInt(query.get("after") ?? "0");
    return this.guilds.filter(({ id }) => BigInt(id) > after).slice(0, Number(query.get("limit") ?? "200"));
  }

  /** Finds the account that a token belongs to: an authorization for ids that name nothing fails with 401 or 404. */
  private async caller(request: IncomingMessage): Promise<string | null> {
    const { status } = await this.behind.post(
      "/api/v9/oauth2/authorize?client_id=0",
      { guild_id: "0", authorize: false },
      { authorization: request.headers.authorization ?? "" },
    );
    return status === 401 ? null : this.behind.operatorId;
  }

  private async pass(request: IncomingMessage, response: ServerResponse, body: Buffer, route: string) {
    const { authorization = "", "content-type": type } = request.headers;
    const answer = await fetch(`${this.behind.url}${request.url}`, {
      method: request.method,
      headers: { authorization, ...(type !== undefined && { "content-type": type }) },
      ...(body.byteLength > 0 && { body: new Uint8Array(body) }),
    });
    const text = await answer.text();
    const member = route === "POST /oauth2/authorize" ? memberIn(request, body) : null;
    if (member !== null && answer.ok) {
      if (this.members.has(member)) {
        const refusal = { code: 400, message: "You are already a member of this guild" };
        return void response
          .writeHead(400, { "content-type": "application/json" })
          .end(JSON.stringify(refusal));
      }
      this.members.add(member);
    }
    if (this.losesNextAnswer && route === "POST /applications") {
      this.losesNextAnswer = false;
      if (Array.isArray(this.applications)) this.applications.push(JSON.parse(text) as Json);
      return void request.socket.destroy();
    }
    response.writeHead(answer.status, { "content-type": "application/json" }).end(text);
  }
}

/** The bot and the guild that an authorization names. */
function memberIn({ url = "" }: IncomingMessage, body: Buffer): string {
  const { guild_id } = JSON.parse(body.toString()) as Json;
  return `${new URL(url, "http://front.invalid").searchParams.get("client_id")} ${String(guild_id)}`;
}
