import "server-only";
import { watchRoutes } from "@/lib/shared/contract/watch";
import { handlers } from "./handlers";
import { checkNow, watchAnswer } from "./monitoring";

export const watch = handlers(watchRoutes, {
  readWatch: ({ query: { range } }) => watchAnswer(range),

  async checkNow({ body: { range } }) {
    await checkNow();
    return watchAnswer(range);
  },
});
