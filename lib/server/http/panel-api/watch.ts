import "server-only";
import { watchRoutes } from "@/lib/shared/contract/watch";
import { handlers } from "./handlers";

export const watch = handlers(watchRoutes, ({ panel: { monitoring } }) => ({
  readStatus: () => monitoring.readStatus(),

  readWatch: ({ query: { range } }) => monitoring.watchAnswer(range),

  async checkNow({ body: { range } }) {
    await monitoring.checkNow();
    return monitoring.watchAnswer(range);
  },
}));
