import { auditRoutes } from "./audit";
import { backupRoutes } from "./backups";
import { botRoutes } from "./bots";
import { checkRoutes } from "./checks";
import { configRoutes } from "./config";
import { connectionRoutes } from "./connection";
import { descriptionRoutes } from "./description";
import { eventRoutes } from "./events";
import { factorRoutes } from "./factors";
import { fileHistoryRoutes } from "./file-history";
import { guildRoutes } from "./guilds";
import { historyRoutes } from "./history";
import { instanceRoutes } from "./instance";
import { notificationRoutes } from "./notifications";
import { apiTokenRoutes } from "./api-tokens";
import { invitationRoutes } from "./invitations";
import { operatorRoutes } from "./operators";
import type { Route } from "./route";
import { runningRoutes } from "./running";
import { searchRoutes } from "./search";
import { userRoutes } from "./users";
import { watchRoutes } from "./watch";

/** All routes of the panel API. Each name is also the name of the handler. */
export const routes = {
  ...auditRoutes,
  ...backupRoutes,
  ...botRoutes,
  ...checkRoutes,
  ...configRoutes,
  ...connectionRoutes,
  ...descriptionRoutes,
  ...eventRoutes,
  ...factorRoutes,
  ...fileHistoryRoutes,
  ...guildRoutes,
  ...historyRoutes,
  ...instanceRoutes,
  ...notificationRoutes,
  ...apiTokenRoutes,
  ...invitationRoutes,
  ...operatorRoutes,
  ...runningRoutes,
  ...searchRoutes,
  ...userRoutes,
  ...watchRoutes,
} satisfies Record<string, Route>;

type AnyRoute = (typeof routes)[keyof typeof routes];

/** The routes by method and path, as callers write them: `"PATCH /operators/:id"`. */
export type PanelRoutes = { [R in AnyRoute as `${R["method"]} ${R["path"]}`]: R };
