import "server-only";
import { configFile } from "@/lib/server/config-file";
import { env } from "@/lib/env";
import { fileHistoryRoutes } from "@/lib/shared/contract/file-history";
import { handlers } from "./handlers";

export const fileHistory = handlers(fileHistoryRoutes, {
  listHistories: () => configFile().histories(),
  chooseHistory: {
    entry: ({ body: { history } }) => ({ target: env().configPath, detail: { history } }),
    work: ({ body: { history } }) => configFile().chooseHistory(history),
  },
});
