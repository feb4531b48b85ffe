import "server-only";
import { resources } from "@/lib/shared/contract";
import { panelApi } from "./answer";
import { type Handled, served, type Served } from "./handlers";

type Resources = typeof resources;

/** Loads the handlers of a resource at the first request for it. */
const handlersOf: { [R in keyof Resources]: () => Promise<Record<keyof Resources[R], Handled>> } = {
  audit: async () => (await import("./audit")).audit,
  backups: async () => (await import("./backups")).backups,
  bots: async () => (await import("./bots")).bots,
  checks: async () => (await import("./running")).checks,
  config: async () => (await import("./config")).config,
  description: async () => (await import("./description")).description,
  events: async () => (await import("./events")).events,
  factors: async () => (await import("./factors")).factors,
  guilds: async () => (await import("./guilds")).guilds,
  hiddenWarnings: async () => (await import("./hidden-warnings")).hiddenWarnings,
  history: async () => (await import("./history")).history,
  instances: async () => (await import("./instances")).instanceHandlers,
  invitations: async () => (await import("./invitations")).invitations,
  notifications: async () => (await import("./notifications")).notifications,
  operators: async () => (await import("./operators")).operators,
  proposals: async () => (await import("./proposals")).proposals,
  running: async () => (await import("./running")).running,
  search: async () => (await import("./search")).search,
  users: async () => (await import("./users")).users,
  watch: async () => (await import("./watch")).watch,
};

/** All routes of the panel API, with functions that load their handlers. */
export const table: Served[] = Object.entries(handlersOf).flatMap(([resource, load]) =>
  served(resources[resource as keyof Resources], load),
);

export const panel = panelApi(table);
