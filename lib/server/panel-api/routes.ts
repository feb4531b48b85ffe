import "server-only";
import { auditRoutes } from "@/lib/shared/contract/audit";
import { backupRoutes } from "@/lib/shared/contract/backups";
import { botRoutes } from "@/lib/shared/contract/bots";
import { checkRoutes } from "@/lib/shared/contract/checks";
import { configRoutes } from "@/lib/shared/contract/config";
import { connectionRoutes } from "@/lib/shared/contract/connection";
import { descriptionRoutes } from "@/lib/shared/contract/description";
import { eventRoutes } from "@/lib/shared/contract/events";
import { factorRoutes } from "@/lib/shared/contract/factors";
import { fileHistoryRoutes } from "@/lib/shared/contract/file-history";
import { guildRoutes } from "@/lib/shared/contract/guilds";
import { historyRoutes } from "@/lib/shared/contract/history";
import { instanceRoutes } from "@/lib/shared/contract/instance";
import { notificationRoutes } from "@/lib/shared/contract/notifications";
import { apiTokenRoutes } from "@/lib/shared/contract/api-tokens";
import { invitationRoutes } from "@/lib/shared/contract/invitations";
import { operatorRoutes } from "@/lib/shared/contract/operators";
import { runningRoutes } from "@/lib/shared/contract/running";
import { searchRoutes } from "@/lib/shared/contract/search";
import { userRoutes } from "@/lib/shared/contract/users";
import { watchRoutes } from "@/lib/shared/contract/watch";
import { panelApi } from "./answer";
import { served } from "./handlers";

/** All routes of the panel API, with functions that load their handlers. */
export const table = [
  ...served(auditRoutes, async () => (await import("./audit")).audit),
  ...served(backupRoutes, async () => (await import("./backups")).backups),
  ...served(botRoutes, async () => (await import("./bots")).bots),
  ...served(checkRoutes, async () => (await import("./checks")).checks),
  ...served(configRoutes, async () => (await import("./config")).config),
  ...served(connectionRoutes, async () => (await import("./connection")).connection),
  ...served(descriptionRoutes, async () => (await import("./description")).description),
  ...served(eventRoutes, async () => (await import("./events")).events),
  ...served(factorRoutes, async () => (await import("./factors")).factors),
  ...served(fileHistoryRoutes, async () => (await import("./file-history")).fileHistory),
  ...served(guildRoutes, async () => (await import("./guilds")).guilds),
  ...served(historyRoutes, async () => (await import("./history")).history),
  ...served(instanceRoutes, async () => (await import("./instances")).instances),
  ...served(notificationRoutes, async () => (await import("./notifications")).notifications),
  ...served(apiTokenRoutes, async () => (await import("./api-tokens")).apiTokens),
  ...served(invitationRoutes, async () => (await import("./invitations")).invitations),
  ...served(operatorRoutes, async () => (await import("./operators")).operators),
  ...served(runningRoutes, async () => (await import("./running")).running),
  ...served(searchRoutes, async () => (await import("./search")).search),
  ...served(userRoutes, async () => (await import("./users")).users),
  ...served(watchRoutes, async () => (await import("./watch")).watch),
];

export const panel = panelApi(table);
