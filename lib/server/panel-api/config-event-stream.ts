import "server-only";
import { outsideAuthor } from "@/lib/shared/contract/history";
import { configEvents, listRevisions, readConfigDocument } from "@/lib/server/config-file";
import { sessionCheck } from "@/lib/server/operators";
import { eventStream, type Send } from "./event-stream";

/** How far back a version from outside is looked for. */
const depth = 10;

/** Ids of the newest version and of the newest one from outside; null where there is none, or no database to ask. */
export async function newestVersions(): Promise<{ latest: number | null; outside: number | null }> {
  try {
    const { revisions } = await listRevisions({ limit: depth });
    const outside = revisions.find(({ author }) => author === outsideAuthor);
    return { latest: revisions[0]?.id ?? null, outside: outside?.id ?? null };
  } catch {
    return { latest: null, outside: null };
  }
}

/**
 * The changes of the file as server-sent events: `hello` at the start says which version is there, then `config` at
 * every change (`ConfigEvent`); both with the newest versions' ids.
 */
export async function configEventStream(signal: AbortSignal): Promise<Response> {
  const allowed = await sessionCheck();
  return eventStream({
    signal,
    allowed,
    begin(send) {
      void greet(send);
      return configEvents.subscribe((event) => {
        void newestVersions().then((versions) => send("config", { ...event, ...versions }));
      });
    },
  });
}

async function greet(send: Send): Promise<void> {
  const [{ etag, file }, versions] = await Promise.all([readConfigDocument(), newestVersions()]);
  send("hello", { etag, state: file.state, ...versions });
}
