import * as z from "zod/mini";
import { auditRoutes } from "./audit";
import { backupRoutes } from "./backups";
import { botRoutes } from "./bots";
import { checkRoutes } from "./checks";
import { configRoutes } from "./config";
import { doctorRoutes } from "./doctor";
import { eventRoutes } from "./events";
import { factorRoutes } from "./factors";
import { guildRoutes } from "./guilds";
import { hiddenWarningRoutes } from "./hidden-warnings";
import { historyRoutes } from "./history";
import { instanceRoutes } from "./instance";
import { notificationRoutes } from "./notifications";
import { invitationRoutes, operatorRoutes } from "./operators";
import { proposalRoutes } from "./proposals";
import { type Route, route } from "./route";
import { runningRoutes } from "./running";
import { searchRoutes } from "./search";
import { userRoutes } from "./users";
import { watchRoutes } from "./watch";

export const descriptionRoutes = {
  describePanelApi: route("GET", "/openapi.json", {
    summary: "Describes the panel API (OpenAPI 3.1).",
    role: "viewer",
    answer: z.record(z.string(), z.unknown()),
  }),
};

export const resources = {
  audit: auditRoutes,
  backups: backupRoutes,
  bots: botRoutes,
  checks: checkRoutes,
  config: configRoutes,
  description: descriptionRoutes,
  doctor: doctorRoutes,
  events: eventRoutes,
  factors: factorRoutes,
  guilds: guildRoutes,
  hiddenWarnings: hiddenWarningRoutes,
  history: historyRoutes,
  instances: instanceRoutes,
  invitations: invitationRoutes,
  notifications: notificationRoutes,
  operators: operatorRoutes,
  proposals: proposalRoutes,
  running: runningRoutes,
  search: searchRoutes,
  users: userRoutes,
  watch: watchRoutes,
} satisfies Record<string, Record<string, Route>>;

type AnyTable = (typeof resources)[keyof typeof resources];
type Merged<T> = (T extends unknown ? (one: T) => void : never) extends (all: infer All) => void
  ? All
  : never;

/** Each name is also the name of the handler. */
export const routes = Object.assign({}, ...Object.values(resources)) as Merged<AnyTable>;

type AnyRoute = (typeof routes)[keyof typeof routes];

export type PanelRoutes = { [R in AnyRoute as `${R["method"]} ${R["path"]}`]: R };
