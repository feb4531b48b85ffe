import "server-only";
import type { Socket } from "node:net";
import { dial } from "@/lib/server/checks/dial";
import { type CheckEnv, endpointOf, permitOf } from "@/lib/server/checks/endpoints";
import { probesOf } from "@/lib/server/checks/probes";
import { Trail } from "@/lib/server/checks/trail";
import type { CheckName } from "@/lib/shared/contract/values";
import type { Settings } from "@/lib/shared/settings/values";

/** How long idle connections are watched (ms). */
const watchedFor = 30_000;

const openWithin = 2_000;

const restarts: readonly CheckName[] = ["api", "gateway", "cdn"];

/**
 * Detects that the process of a part has ended, even if the part restarts quickly. Watches an idle
 * connection, which closes when the process ends. Behind a proxy, the connection stays open, so the end is
 * not detected.
 */
export class Connections {
  private readonly ended = new Set<CheckName>();
  private readonly ending = new AbortController();

  static async open(settings: Settings, env: CheckEnv): Promise<Connections> {
    const connections = new Connections();
    const permit = permitOf(settings, env);
    const opening = probesOf(settings, env)
      .filter(({ name, target }) => restarts.includes(name) && URL.canParse(target))
      .map(({ name, target }) =>
        new Trail(connections.ending.signal, watchedFor).follow(async (trail) => {
          const { socket } = await dial(trail, endpointOf(new URL(target)), permit, { tls: false });
          connections.watch(name, socket, trail.signal);
        }),
      );
    const late = new Promise((resolve) => setTimeout(resolve, openWithin).unref());
    await Promise.race([Promise.all(opening), late]);
    return connections;
  }

  private watch(name: CheckName, socket: Socket, signal: AbortSignal): void {
    let hasAnswered = false;
    // Before a server or proxy closes an idle connection, it sends a response. A process that ends sends none.
    socket.once("data", () => (hasAnswered = true));
    socket.unref();
    socket.once("close", () => {
      if (!signal.aborted && !hasAnswered) this.ended.add(name);
    });
  }

  hasSeenEnd = (name: CheckName): boolean => this.ended.has(name);

  close(): void {
    this.ending.abort();
  }
}
