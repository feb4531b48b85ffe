import "server-only";
import { configFile } from "@/lib/server/config-file";
import { db } from "@/lib/server/db";
import { isValid } from "@/lib/server/operators/request-session";
import { currentApply } from "@/lib/server/rollout";
import { eventRoutes } from "@/lib/shared/contract/events";
import { isEnded } from "@/lib/shared/contract/values";
import { eventStream, type Following, type Send } from "./event-stream";
import { handlers } from "./handlers";

/**
 * How often the state of the apply is read (ms). Another replica may run the apply and write its state to the
 * database.
 */
const duringApplyMs = 400;
const otherwiseMs = 2_000;

export const events = handlers(eventRoutes, {
  panelEvents: async ({ query, session, request }) =>
    eventStream({
      allowed: () => isValid(session),
      signal: request.closed(),
      once: query.once !== undefined,
      begin(send) {
        const following = [followFile(send), followApply(send)];
        return {
          greeted: Promise.all(following.map(({ greeted }) => greeted)),
          stop: () => {
            for (const { stop } of following) stop();
          },
        };
      },
    }),

  applyEvents: async ({ session, request }) =>
    eventStream({ allowed: () => isValid(session), signal: request.closed(), begin: followApply }),
});

function followFile(send: Send): Following {
  const stop = configFile().watch((event) => {
    void configFile()
      .newestVersions()
      .then((versions) => send("config", { ...event, ...versions }));
  });
  const greet = async () => {
    const [{ etag, file }, versions] = await Promise.all([
      configFile().document(),
      configFile().newestVersions(),
    ]);
    send("hello", { etag, state: file.state, ...versions });
  };
  return { greeted: greet(), stop };
}

function followApply(send: Send): Following {
  let sent: string | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;
  const look = async () => {
    let wait = otherwiseMs;
    try {
      const apply = await currentApply(db());
      const text = JSON.stringify(apply);
      if (text !== sent) send("apply", apply);
      sent = text;
      if (apply && !isEnded(apply.state)) wait = duringApplyMs;
    } catch {
      // The database is unavailable. The next check sends the changes that this check has missed.
    }
    if (!isStopped) timer = setTimeout(() => void look(), wait);
  };
  return {
    greeted: look(),
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
