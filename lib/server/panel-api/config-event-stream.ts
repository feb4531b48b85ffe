import "server-only";
import { configEvents, newestVersions, readConfigDocument } from "@/lib/server/config-file";
import { sessionCheck } from "@/lib/server/operators";
import { eventStream, type Send } from "./event-stream";

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
