import * as z from "zod/mini";
import { noteNoAnswer } from "@/components/shell/connection/connection";
import { ownSessionSettled } from "@/components/shell/connection/own-session";

const versions = { latest: z.nullable(z.number()), outside: z.nullable(z.number()) };
const state = z.enum(["usable", "missing", "broken", "unreadable"]);
const news = z.object({ etag: z.string(), state, ...versions });

/** The current state of the file, as the event stream reports it. */
export type FileNews = z.infer<typeof news>;

/**
 * Browsers reconnect on their own after a lost connection, but not after an error status (for example, the database is
 * down).
 */
const refusedMs = 15_000;

export interface Handlers {
  onNews: (file: FileNews) => void;
  onSignedOut: () => void;
}

/**
 * Listens to the file's events while the page is visible: a browser opens only six connections to one server, and each
 * tab would use one. The first message after every connection holds the current state of the file, so nothing is missed
 * in between.
 * @returns a function that stops listening
 */
export function connectFileEvents({ onNews, onSignedOut }: Handlers): () => void {
  let source: EventSource | null = null;
  let again: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;

  const close = () => {
    clearTimeout(again);
    source?.close();
    source = null;
  };
  const tell = ({ data }: MessageEvent<string>) => {
    const message = news.safeParse(JSON.parse(data));
    if (message.success) onNews(message.data);
  };
  const follow = () =>
    listen(() => {
      again = setTimeout(follow, refusedMs);
    });
  const listen = (onRefused: () => void) => {
    if (isOver || document.visibilityState === "hidden") return close();
    if (source && source.readyState !== EventSource.CLOSED) return;
    clearTimeout(again);
    const opened = new EventSource("/api/panel/config/events");
    source = opened;
    source.addEventListener("error", () => {
      noteNoAnswer();
      if (opened.readyState === EventSource.CLOSED && opened === source) onRefused();
    });
    source.addEventListener("hello", tell);
    source.addEventListener("config", tell);
    source.addEventListener("signed-out", () => {
      close();
      // Another session may have taken its place: after a new password this tab signs in again, and another tab may have.
      void ownSessionSettled().then(() => listen(onSignedOut));
    });
  };

  follow();
  document.addEventListener("visibilitychange", follow);
  return () => {
    isOver = true;
    document.removeEventListener("visibilitychange", follow);
    close();
  };
}
