import "server-only";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { setBudget } from "./budgets";
import { addressGroup } from "./address-group";
import { refuseSocket } from "./bad-http";

/** How many requests of one connection may wait for the answers to earlier requests. */
const MAX_WAITING = 32;
/** How many connections one client network may have. Browsers open six per tab group, programs a few hundred. */
const MAX_PER_CLIENT = 1_000;

/**
 * The server's connections. Answers the requests of each connection in order, one at a time, and limits the
 * connections per client.
 */
export class Connections {
  /** Waiting requests by connection. An entry exists while a request is being answered. */
  private readonly waiting = new WeakMap<Socket, (() => void)[]>();
  private readonly perClient = new Map<string, number>();
  private readonly pipelining = setBudget("pipelined", MAX_WAITING);
  private readonly opening = setBudget("connections", MAX_PER_CLIENT, () =>
    Math.max(0, ...this.perClient.values()),
  );

  /** @param isProxy whether an address belongs to a proxy, which forwards the connections of many clients */
  constructor(
    server: Server,
    private readonly isProxy: (address: string) => Promise<boolean>,
  ) {
    server.on("connection", (socket) => this.open(socket));
  }

  private open(socket: Socket): void {
    const { remoteAddress: address = "" } = socket;
    const client = addressGroup(address);
    const count = (this.perClient.get(client) ?? 0) + 1;
    this.perClient.set(client, count);
    socket.once("close", () => {
      const left = (this.perClient.get(client) ?? 1) - 1;
      if (left > 0) this.perClient.set(client, left);
      else this.perClient.delete(client);
    });
    if (count > MAX_PER_CLIENT) void this.refuseUnlessProxy(socket, address);
  }

  private async refuseUnlessProxy(socket: Socket, address: string): Promise<void> {
    if (await this.isProxy(address)) return;
    this.opening.refused();
    refuseSocket(socket, 503, { "Retry-After": "5" });
  }

  /**
   * Calls `answer` once the earlier requests of the connection are answered, or never if the connection closes
   * first. A connection with more than `MAX_WAITING` waiting requests is closed, because HTTP has no other way to
   * refuse the next one.
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
