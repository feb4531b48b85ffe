import "server-only";
import { eventRoutes } from "@/lib/shared/contract/events";
import type { ApplyView } from "@/lib/shared/contract/running";
import { isEnded } from "@/lib/shared/contract/values";
import { oncePerTurn } from "@/lib/turns";
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
  ({ config, applies, operators, streams, presence, instanceLog }) => {
    const followFile = fileFollower(config);
    const followApply = applyFollower(() => applies.current());
    return {
      panelEvents: async ({ query, session, request }) =>
        streams.open({
          allowed: () => operators.isValid(session),
          signal: request.closed(),
          once: query.once !== undefined,
          begin(send) {
            const following = [
              followFile(send),
              followApply(send),
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
          begin: followApply,
        }),

      instanceLogEvents: async ({ session, request }) =>
        streams.open({
          allowed: async () => ((await operators.roleOfKey(session.id)) ?? "viewer") !== "viewer",
          signal: request.closed(),
          begin: (send) => followLog(instanceLog, send),
        }),
    };
  },
);

function followLog(log: Rooms["instanceLog"], send: Send): Following {
  const show = async () => send("log", await log.read());
  return { greeted: show(), stop: log.watch(() => void show().catch(() => undefined)) };
}

async function newestVersions({ history }: Rooms["config"]) {
  const [latest, outside] = await Promise.all([history.newest(), history.newest("outside")]);
  return { latest, outside };
}

/** All open pages of this process share the queries after a change. */
function fileFollower(config: Rooms["config"]): (send: Send) => Following {
  const versionsNow = oncePerTurn(() => newestVersions(config));
  return (send) => {
    const stop = config.watch((event) => {
      void versionsNow().then((versions) => send("config", { ...event, ...versions }));
    });
    const greet = async () => {
      const [{ etag, state }, versions] = await Promise.all([config.read(), versionsNow()]);
      send("hello", { etag, state, ...versions });
    };
    return { greeted: greet(), stop };
  };
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

/** All open pages of this process share one look. A page that opens does not wait for the next one. */
export function applyFollower(current: Rooms["applies"]["current"]): (send: Send) => Following {
  const followers = new Set<(apply: ApplyView | null, text: string) => void>();
  let timer: NodeJS.Timeout | undefined;
  let [begun, shown] = [0, 0];

  const look = oncePerTurn(async () => {
    const number = (begun += 1);
    let wait = otherwiseMs;
    try {
      const apply = await current();
      const text = JSON.stringify(apply);
      // A later look may have been answered first.
      if (number > shown) for (const show of followers) show(apply, text);
      shown = Math.max(shown, number);
      if (apply && !isEnded(apply.state)) wait = duringApplyMs;
    } catch {
      // The database is unavailable. The next look sends the changes that this look has missed.
    }
    clearTimeout(timer);
    if (followers.size > 0) timer = setTimeout(() => void look(), wait);
  });

  return (send) => {
    let sent: string | undefined;
    const show = (apply: ApplyView | null, text: string) => {
      if (text !== sent) send("apply", apply);
      sent = text;
    };
    followers.add(show);
    return {
      greeted: look(),
      stop: () => {
        followers.delete(show);
        if (followers.size === 0) clearTimeout(timer);
      },
    };
  };
}
