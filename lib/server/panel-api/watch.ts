import "server-only";
import { sendTest } from "@/lib/server/monitor/notify";
import { watchRoutes } from "@/lib/shared/contract/watch";
import { handlers } from "./handlers";
import { checkNow, watchAnswer } from "./monitoring";

export const watch = handlers(watchRoutes, {
  readWatch: ({ query: { range } }) => watchAnswer(range),

  async checkNow({ body: { range } }) {
    await checkNow();
    return watchAnswer(range);
  },

  async testNotification({ operator, record }) {
    const outcome = await sendTest(operator.username);
    record({ detail: { isSent: outcome.isSent } });
    return outcome;
  },
});
