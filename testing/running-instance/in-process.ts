import { readFileSync } from "node:fs";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { WebSocketServer } from "ws";
import { answerTo, metrics, wellKnown } from "./answers.mjs";
import { merged } from "./file.mjs";
import { operatorToken, RunningInstance } from "./index";

type Section = Record<string, unknown>;
type Config = Record<string, Section> & Record<"api" | "cdn" | "gateway", Section>;
type Answer = [status: number, value: unknown];

const defaults = JSON.parse(readFileSync("e2e/fixtures/branded-full.json", "utf8")) as Config;

/**
 * A chat instance in the test's process, for tests that restart it often. It serves API, CDN and gateway on
 * one port, reads the configuration file at each restart, and never writes the file. Words in the setting
 * general.instanceDescription cause faults:
 * - "hang": it does not respond
 * - "crash": it closes every connection
 * - "no gateway": it closes every WebSocket
 * - "no cdn": its CDN fails
 */
export class InProcessInstance {
  private config = defaults;
  starts = 0;
  /** When the process started (ms since 1970), as its metrics report. */
  startedAt = Date.now();
  /** Values that the process takes from its environment at each start, by section. */
  environment: Record<string, Section> = {};
  /** Whether the parts offer metrics. */
  hasMetrics = true;
  /** Further metrics, in Prometheus's format. */
  counted = "";
  /** All requests, such as "GET /ping". */
  asked: string[] = [];
  onRequest: (route: string) => void | Promise<void> = () => undefined;
  /** The statuses of the next responses, by route. If no status is left for a route, the instance responds normally. */
  statuses: Record<string, number[]> = {};
  private readonly sockets = new Set<Socket>();
  private readonly busy = new WeakSet<Socket>();
  private readonly server = createServer((request, response) => void this.respond(request, response));

  constructor(private readonly configPath: string) {}

  /** Listens on a free port. Before `restart()`, the file must contain the address with this port. */
  async listen(): Promise<void> {
    this.server.on("connection", (socket) => {
      if (this.is("crash")) return void socket.destroy();
      this.sockets.add(socket);
      socket.once("close", () => this.sockets.delete(socket));
    });
    new WebSocketServer({ server: this.server }).on("connection", (socket) => {
      if (this.is("hang")) return;
      if (this.is("no gateway")) return socket.close(4000);
      socket.send(JSON.stringify({ op: 10, d: { heartbeat_interval: 41_250 }, s: null, t: null }));
    });
    this.server.listen(0, "127.0.0.1");
    await once(this.server, "listening");
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  get apiUrl(): string {
    return `http://127.0.0.1:${this.port}/api`;
  }

  /** The content of a configuration file with branded keys and this instance's addresses. */
  get file(): Record<string, Section> {
    return { ...RunningInstance.addresses(this.port), rabbitmq: { host: null } };
  }

  /** Reads the file again without a restart. */
  reload(): void {
    const file = JSON.parse(readFileSync(this.configPath, "utf8")) as unknown;
    this.config = merged(merged(defaults, file), this.environment) as Config;
  }

  restart(): void {
    this.starts += 1;
    this.startedAt = Math.max(Date.now(), this.startedAt + 1);
    this.reload();
    this.disconnect();
  }

  /**
   * Closes each connection on which no request was sent. Sends status 408 first, as servers do after a
   * timeout.
   */
  timeOutIdle(): void {
    for (const socket of this.sockets)
      if (!this.busy.has(socket)) socket.end("HTTP/1.1 408 Request Timeout\r\n\r\n");
  }

  /** Closes every connection, as a proxy might. */
  disconnect(): void {
    for (const socket of this.sockets) socket.destroy();
  }

  stop(): void {
    this.disconnect();
    this.server.close();
  }

  private is(words: string): boolean {
    return String(this.config.general?.instanceDescription ?? "").includes(words);
  }

  private async respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://instance.invalid");
    const path = /^\/api(?:\/v\d+)?(\/.*)$/.exec(pathname)?.[1];
    const route = path === undefined ? pathname : `${request.method} ${path}`;
    this.asked.push(route);
    this.busy.add(request.socket);
    await this.onRequest(route);
    if (this.is("hang")) return;
    const status = this.statuses[route]?.shift() ?? 200;
    const { authorization } = request.headers;
    const rights = authorization === undefined ? null : authorization === operatorToken ? "operator" : "bad";
    if (pathname === "/metrics" && this.hasMetrics) {
      response.writeHead(200, { connection: "close" }).end(`${metrics(this.startedAt)}\n${this.counted}`);
      return;
    }
    const document: unknown = wellKnown(pathname, this.config);
    const cdn: Answer = this.is("no cdn") ? [500, {}] : [200, "pong"];
    const normal = document
      ? ([200, document] as Answer)
      : path === undefined
        ? cdn
        : (answerTo(route, { config: this.config, rights, query: searchParams }) as Answer | null);
    const [code, value] = status === 200 ? (normal ?? [404, {}]) : [status, {}];
    // Closes the connection. If a client reused it, a restart could interrupt the client's next request.
    const headers = { "content-type": "application/json", connection: "close" };
    response.writeHead(code, headers).end(JSON.stringify(value));
  }
}
