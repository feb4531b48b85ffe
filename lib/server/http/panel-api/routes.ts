import "server-only";
import type { Rooms } from "@/lib/server/rooms";
import { resources } from "@/lib/shared/contract";
import type { Route } from "@/lib/shared/contract/route";
import type { Handled, Handlers, Served } from "./handlers";

type Resources = typeof resources;

const load: { [R in keyof Resources]: () => Promise<Handlers<Resources[R]>> } = {
  audit: async () => (await import("./audit")).audit,
  backups: async () => (await import("./backups")).backups,
  bots: async () => (await import("./bots")).bots,
  checks: async () => (await import("./running")).checkHandlers,
  config: async () => (await import("./config")).config,
  description: async () => (await import("./description")).description,
  doctor: async () => (await import("./doctor")).doctorHandlers,
  events: async () => (await import("./events")).events,
  factors: async () => (await import("./factors")).factors,
  guilds: async () => (await import("./guilds")).guilds,
  hiddenWarnings: async () => (await import("./hidden-warnings")).hiddenWarningHandlers,
  history: async () => (await import("./history")).history,
  instances: async () => (await import("./instances")).instanceHandlers,
  invitations: async () => (await import("./invitations")).invitations,
  notifications: async () => (await import("./notifications")).notifications,
  operators: async () => (await import("./operators")).operatorHandlers,
  proposals: async () => (await import("./proposals")).proposalHandlers,
  running: async () => (await import("./running")).running,
  search: async () => (await import("./search")).search,
  users: async () => (await import("./users")).users,
  watch: async () => (await import("./watch")).watch,
};

async function handlersOf(resource: keyof Resources, rooms: Rooms): Promise<Record<string, Handled>> {
  return (await load[resource]())(rooms);
}

/** All routes of the panel API. The handlers of a resource are loaded at the first request for it. */
export const routeTable = (rooms: Rooms): Served[] =>
  Object.entries(resources).flatMap(([resource, routes]) => {
    let handlers: Promise<Record<string, Handled>> | undefined;
    const loaded = () => (handlers ??= handlersOf(resource as keyof Resources, rooms));
    return Object.entries(routes).map(([name, route]: [string, Route]): Served => ({
      route,
      load: async () => (await loaded())[name]!,
    }));
  });
