import "server-only";
import { watchRoutes } from "@/lib/shared/contract/watch";
import { checkNow, readStatus, watchAnswer } from "@/lib/server/panel/monitoring";
import { handlers } from "./handlers";

export const watch = handlers(watchRoutes, {
  readStatus,

  readWatch: ({ query: { range } }) => watchAnswer(range),

  async checkNow({ body: { range } }) {
    await checkNow();
    return watchAnswer(range);
  },
});
