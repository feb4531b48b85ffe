import "server-only";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { addressGroup } from "./address";
import type { DoorHeaders } from "./headers";
import type { Metrics } from "./metrics";
import { refuseSocket } from "./send";

/** Maximum number of requests per connection that wait while an earlier request is being answered. */
const MAX_WAITING = 32;
/** Maximum number of connections per client network. Browsers open six per tab group, and programs a few hundred. */
const MAX_PER_CLIENT = 1_000;

export class Connections {
  /** Waiting requests by connection. A connection has an entry while one of its requests is being answered. */
  private readonly waiting = new WeakMap<Socket, (() => void)[]>();
  private readonly perClient = new Map<string, number>();
  private readonly pipelining: { refused(): void };
  private readonly opening: { refused(): void };

  constructor(
    server: Server,
    private readonly deps: {
      /** The connections of a proxy are not limited, because they come from many clients. */
      isProxy: (address: string) => Promise<boolean>;
      peerOf: (socket: Socket) => string;
      metrics: Pick<Metrics, "setBudget">;
      headers: DoorHeaders;
    },
  ) {
    const { setBudget } = deps.metrics;
    this.pipelining = setBudget("pipelined", MAX_WAITING);
    this.opening = setBudget("connections", MAX_PER_CLIENT, () => Math.max(0, ...this.perClient.values()));
    server.on("connection", (socket) => this.open(socket));
  }

  private open(socket: Socket): void {
    const address = this.deps.peerOf(socket);
    const client = addressGroup(address);
    const count = (this.perClient.get(client) ?? 0) + 1;
    this.perClient.set(client, count);
    socket.once("close", () => {
      const remaining = (this.perClient.get(client) ?? 1) - 1;
      if (remaining > 0) this.perClient.set(client, remaining);
      else this.perClient.delete(client);
    });
    if (count > MAX_PER_CLIENT) void this.refuseUnlessProxy(socket, address);
  }

  private async refuseUnlessProxy(socket: Socket, address: string): Promise<void> {
    if (await this.deps.isProxy(address)) return;
    this.opening.refused();
    refuseSocket(socket, 503, { ...this.deps.headers.securityHeaders(), "Retry-After": "5" });
  }

  /**
   * Calls `answer` after all earlier requests of the connection have been answered. Never calls it if the
   * connection closes first. Closes the connection if more than `MAX_WAITING` requests wait, because an
   * immediate error response would be out of order.
   */
  inTurn({ socket }: IncomingMessage, response: ServerResponse, answer: () => void): void {
    if (!socket.writable) return;
    const waiting = this.waiting.get(socket);
    const begin = () => {
      response.once("close", () => this.next(socket));
      answer();
    };
    if (waiting === undefined) {
      this.waiting.set(socket, []);
      begin();
    } else if (waiting.length < MAX_WAITING) {
      waiting.push(begin);
    } else {
      this.pipelining.refused();
      socket.destroy();
    }
  }

  private next(socket: Socket): void {
    const begin = socket.writable ? this.waiting.get(socket)?.shift() : undefined;
    if (begin) begin();
    else this.waiting.delete(socket);
  }
}
