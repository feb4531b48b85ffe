import "server-only";
import { configEvents, newestVersions, readConfigDocument } from "@/lib/server/config-file";
import { db } from "@/lib/server/db";
import { sessionCheck } from "@/lib/server/operators";
import { currentApply } from "@/lib/server/rollout";
import { isEnded } from "@/lib/shared/contract/running";
import { eventStream, type Following, type Send } from "./event-stream";

/** How often the apply is read (ms): the replica that drives it writes it into the database. */
const duringApplyMs = 400;
const otherwiseMs = 2_000;

/**
 * Everything that an open page follows, as server-sent events, so that a browser needs one stream: `hello` at the start
 * and `config` at every change of the file (`ConfigEvent`), both with the newest versions' ids; `apply` at the start and
 * at every step of an apply (`ApplyView`; null if nothing was ever applied).
 */
export async function panelEventStream({ url, signal }: Request): Promise<Response> {
  return eventStream({
    signal,
    allowed: await sessionCheck(),
    once: new URL(url).searchParams.has("once"),
    begin(send) {
      const following = [followFile(send), followApply(send)];
      return {
        greeted: Promise.all(following.map(({ greeted }) => greeted)),
        stop: () => {
          for (const { stop } of following) stop();
        },
      };
    },
  });
}

/** The same for scripts that only follow an apply. */
export async function applyEventStream(signal: AbortSignal): Promise<Response> {
  return eventStream({ signal, allowed: await sessionCheck(), begin: followApply });
}

function followFile(send: Send): Following {
  const stop = configEvents.subscribe((event) => {
    void newestVersions().then((versions) => send("config", { ...event, ...versions }));
  });
  const greet = async () => {
    const [{ etag, file }, versions] = await Promise.all([readConfigDocument(), newestVersions()]);
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
      // The database is unavailable; the next look sends what changed.
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
