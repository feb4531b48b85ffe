import "server-only";
import { eventRoutes } from "@/lib/shared/contract/events";
import { isEnded } from "@/lib/shared/contract/values";
import type { Presence } from "@/lib/server/panel/presence";
import { handlers } from "./handlers";
import type { Rooms } from "@/lib/server/rooms";
import type { Following, Send } from "./event-streams";

/**
 * How often the state of the apply is read (ms). Another replica may run the apply and write its state to the
 * database.
 */
const duringApplyMs = 400;
const otherwiseMs = 2_000;

export const events = handlers(
  eventRoutes,
  ({ config, applies, operators, streams, presence, instanceLog }) => ({
    panelEvents: async ({ query, session, request }) =>
      streams.open({
        allowed: () => operators.isValid(session),
        signal: request.closed(),
        once: query.once !== undefined,
        begin(send) {
          const following = [
            followFile(config, send),
            followApply(applies, send),
            followPresence(presence, session.operator.id, send),
          ];
          return {
            greeted: Promise.all(following.map(({ greeted }) => greeted)),
            stop: () => {
              for (const { stop } of following) stop();
            },
          };
        },
      }),

    async reportPresence({ session, operator, body: { tab, paths } }) {
      presence.report(`${session.id} ${tab}`, operator, paths);
      return {};
    },

    applyEvents: async ({ session, request }) =>
      streams.open({
        allowed: () => operators.isValid(session),
        signal: request.closed(),
        begin: (send) => followApply(applies, send),
      }),

    instanceLogEvents: async ({ session, request }) =>
      streams.open({
        allowed: () => operators.isValid(session),
        signal: request.closed(),
        begin: (send) => followLog(instanceLog, send),
      }),
  }),
);

function followLog(log: Rooms["instanceLog"], send: Send): Following {
  const show = async () => send("log", await log.read());
  return { greeted: show(), stop: log.watch(() => void show().catch(() => undefined)) };
}

async function newestVersions({ history }: Rooms["config"]) {
  const [latest, outside] = await Promise.all([history.newest(), history.newest("outside")]);
  return { latest, outside };
}

function followFile(config: Rooms["config"], send: Send): Following {
  const stop = config.watch((event) => {
    void newestVersions(config).then((versions) => send("config", { ...event, ...versions }));
  });
  const greet = async () => {
    const [{ etag, state }, versions] = await Promise.all([config.read(), newestVersions(config)]);
    send("hello", { etag, state, ...versions });
  };
  return { greeted: greet(), stop };
}

/** How often expired reports are noticed (ms). */
const presenceMs = 10_000;

function followPresence(room: Presence, operatorId: number, send: Send): Following {
  let sent = "";
  const look = async () => {
    const others = room.others(operatorId);
    const text = JSON.stringify(others);
    if (text !== sent) send("presence", others);
    sent = text;
  };
  const stop = room.watch(() => void look());
  const timer = setInterval(() => void look(), presenceMs);
  return {
    greeted: look(),
    stop: () => {
      stop();
      clearInterval(timer);
    },
  };
}

function followApply(applies: Rooms["applies"], send: Send): Following {
  let sent: string | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;
  const look = async () => {
    let wait = otherwiseMs;
    try {
      const apply = await applies.current();
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
