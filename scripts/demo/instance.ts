import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { WebSocketServer } from "ws";
import { spell, spelledValue, Version } from "@/lib/server/config-file";
import { SNOWFLAKE_EPOCH } from "@/lib/shared/chat/snowflake";
import type { JsonValue } from "@/lib/shared/json/value";
import { editionOf } from "@/lib/shared/settings/editions";
import { getAt, setAt } from "@/lib/shared/settings/values";

/** How long a restart takes (ms). */
const RESTART_MS = 1_500;
/** Longer messages are refused at start, so that an apply of a higher limit shows a rollback. */
const MAX_CHARACTERS = 1_048_576;

const account = { id: "1104236891374919680", username: "harbormaster", bot: false };

interface Application {
  id: string;
  name: string;
  description: string;
  bot_public: boolean;
  owner: typeof account;
  bot: { id: string; username: string } | null;
}

/** The version of the public server that the panel describes. */
function simulatedVersion() {
  const { implementation, describes } = editionOf("branded");
  return {
    implementation,
    version: describes && { rev: describes.rev, lastModified: Date.parse(describes.date) / 1000 },
  };
}

type Answer = readonly [status: number, body?: unknown];
const NOT_FOUND: Answer = [404, { code: 0, message: "404: Not Found" }];

/**
 * A simulated instance for `serve --demo`, in this process. Like the public server, it reads its file at the start, reports
 * its configuration, and serves API, CDN and gateway. Applications, guilds and members are in memory.
 */
export class DemoInstance {
  private config: Record<string, JsonValue> = {};
  private startedAt = 0;
  private isUp = false;
  private last = 0n;
  private readonly applications = new Map<string, Application>();
  private readonly guilds = new Map<string, { id: string; name: string; members: Set<string> }>();
  private readonly server = createServer((request, response) => void this.receive(request, response));

  /** @param token the user token and operator token that the instance accepts */
  constructor(
    private readonly configPath: string,
    private readonly token: string,
  ) {
    for (const name of ["Harbor office", "Regatta", "Boat builders"]) this.addGuild(name);
    for (const name of ["Tide tables", "Welcome", "Weather"]) this.addBot(this.addApplication(name));
    const gateway = new WebSocketServer({ server: this.server });
    gateway.on("connection", (socket) =>
      this.isUp
        ? socket.send(JSON.stringify({ op: 10, d: { heartbeat_interval: 41_250 } }))
        : socket.terminate(),
    );
  }

  /** Listens on a free port of this machine. Returns the address. */
  async listen(): Promise<string> {
    await once(this.server.listen(0, "127.0.0.1"), "listening");
    this.server.unref();
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Reads the file. Stays down if the file has a value with which it does not start. */
  start(): void {
    const version = Version.parse(readFileSync(this.configPath), "branded");
    this.isUp =
      version.usable && Number(version.settings.get("limits.message.maxCharacters")) <= MAX_CHARACTERS;
    if (!version.usable || !this.isUp) return;
    this.startedAt = Date.now();
    this.config = {};
    for (const { path } of version.edition.registry.fields) {
      const value = (getAt(version.effective.values, path) ?? null) as JsonValue;
      setAt(this.config, spell(path, version.naming).join("."), spelledValue(path, value, version.naming));
    }
  }

  private restart(): void {
    this.isUp = false;
    setTimeout(() => this.start(), RESTART_MS);
  }

  private newId(): string {
    const now = BigInt(Date.now() - SNOWFLAKE_EPOCH) << 22n;
    this.last = now > this.last ? now : this.last + 1n;
    return String(this.last);
  }

  private addGuild(name: string) {
    const guild = { id: this.newId(), name, members: new Set<string>() };
    this.guilds.set(guild.id, guild);
    return guild;
  }

  private addApplication(name: string): Application {
    const made = { id: this.newId(), name, description: "", bot_public: true, owner: account, bot: null };
    this.applications.set(made.id, made);
    return made;
  }

  private addBot(application: Application): { token: string } {
    application.bot = { id: application.id, username: application.name };
    this.guilds.values().next().value?.members.add(application.id);
    return { token: `demo.${application.id}.${this.newId()}` };
  }

  private async receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = "", headers } = request;
    const url = new URL(request.url ?? "", "http://demo.invalid");
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (!this.isUp && url.pathname !== "/demo/restart") return void request.socket.destroy();
    const text = Buffer.concat(chunks).toString();
    const isKnown = headers.authorization === this.token;
    const [status, body] =
      this.openAnswer(method, url.pathname) ??
      (isKnown
        ? this.answerTo(`${method} ${url.pathname.replace(/^\/api\/v\d+/, "")}`, url, parsed(text))
        : ([401, { code: 0, message: "401: Unauthorized" }] as const));
    const isText = typeof body === "string";
    response.writeHead(status, { "content-type": isText ? "text/plain" : "application/json" });
    response.end(status === 204 ? undefined : isText ? body : JSON.stringify(body ?? null));
  }

  /** Answers requests that need no token. Null for all other requests. */
  private openAnswer(method: string, path: string): Answer | null {
    const at = (setting: string) => getAt(this.config, setting);
    const api = at("api.endpointPublic");
    switch (`${method} ${path.replace(/^\/api\/v\d+/, "/api")}`) {
      case "POST /demo/restart":
        this.restart();
        return [204];
      case "GET /metrics":
        return [
          200,
          `# TYPE process_start_time_seconds gauge\nprocess_start_time_seconds ${this.startedAt / 1000}\n`,
        ];
      case "GET /_spacebar/api/version":
        return [200, simulatedVersion()];
      case "GET /.well-known/spacebar":
        return [200, { api: `${String(api)}/api/` }];
      case "GET /.well-known/spacebar/client":
        return [
          200,
          {
            api: { baseUrl: `${String(api)}/api/`, apiVersions: { default: "9", active: ["9"] } },
            cdn: { baseUrl: at("cdn.endpointPublic") },
            gateway: { baseUrl: at("gateway.endpointPublic"), encoding: ["json"], compression: [] },
          },
        ];
      case "GET /api/ping":
        return [200, { ping: "pong!", instance: { name: at("general.instanceName") } }];
      case "GET /api/gateway":
        return [200, { url: at("gateway.endpointPublic") }];
      case "GET /api/policies/instance":
        return [200, at("general")];
      case "GET /ping":
      case "GET /":
        return [200, { status: "ok" }];
      default:
        return null;
    }
  }

  private answerTo(route: string, url: URL, body: Record<string, unknown>): Answer {
    const [, id = "", rest = ""] = /^\w+ \/(?:applications|guilds)\/(\d+)(.*)$/.exec(route) ?? [];
    const application = this.applications.get(id);
    const guild = this.guilds.get(id);
    const name = String(body.name ?? "");
    switch (route.replace(/\d{5,}/g, ":id")) {
      case "GET /policies/instance/config":
        return [200, this.config];
      case "GET /policies/stats":
        return [200, { counts: { user: 1_284, guild: this.guilds.size + 34, message: 482_113 } }];
      case "GET /users/@me":
        return [200, account];
      case "GET /users/@me/guilds":
        return [
          200,
          [...this.guilds.values()].map(({ id: one, name: called }) => ({
            id: one,
            name: called,
            owner: true,
          })),
        ];
      case "GET /applications":
        return [200, [...this.applications.values()]];
      case "POST /applications":
        return [200, this.addApplication(name)];
      case "POST /guilds":
        return [201, this.addGuild(name)];
      case "POST /oauth2/authorize": {
        const joined = this.guilds.get(String(body.guild_id));
        if (joined) joined.members.add(url.searchParams.get("client_id") ?? "");
        return [200, { location: `/oauth2/authorized?permissions=${String(body.permissions)}` }];
      }
      default:
    }
    if (guild && rest === "")
      return [200, { ...guild, owner_id: account.id, member_count: 12 + guild.members.size, roles: [] }];
    if (guild && rest.startsWith("/members/"))
      return guild.members.has(rest.slice("/members/".length)) ? [200, {}] : NOT_FOUND;
    if (!application) return NOT_FOUND;
    if (route.startsWith("GET ")) return [200, application];
    if (route.startsWith("POST ") && rest === "/delete")
      return this.applications.delete(id) ? [204] : NOT_FOUND;
    if (route.startsWith("POST ") && rest.startsWith("/bot")) return [200, this.addBot(application)];
    if (!route.startsWith("PATCH ")) return NOT_FOUND;
    if (rest === "/bot" && application.bot) application.bot.username = String(body.username);
    else Object.assign(application, body);
    return [200, application];
  }
}

function parsed(text: string): Record<string, unknown> {
  const value: unknown = text === "" ? {} : JSON.parse(text);
  return typeof value === "object" && value !== null ? { ...value } : {};
}
