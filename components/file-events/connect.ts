import * as z from "zod/mini";

const versions = { latest: z.nullable(z.number()), outside: z.nullable(z.number()) };
const state = z.enum(["usable", "missing", "broken", "unreadable"]);
const news = z.object({ etag: z.string(), state, ...versions });

/** What the file is now, as the stream tells it. */
export type FileNews = z.infer<typeof news>;

/** A browser connects again by itself after a cut; after a refusal (the database is away, say) it has to be told. */
const refusedMs = 15_000;

export interface Handlers {
  onNews: (file: FileNews) => void;
  onSignedOut: () => void;
}

/**
 * Listens to the file's events while the page is visible: a browser opens only six connections to one server, and each
 * tab would take one. The first message after every connection says what the file is, so nothing is missed between.
 * @returns what ends it
 */
export function connectFileEvents({ onNews, onSignedOut }: Handlers): () => void {
  let source: EventSource | null = null;
  let again: ReturnType<typeof setTimeout> | undefined;

  const close = () => {
    clearTimeout(again);
    source?.close();
    source = null;
  };
  const tell = ({ data }: MessageEvent<string>) => {
    const message = news.safeParse(JSON.parse(data));
    if (message.success) onNews(message.data);
  };
  const follow = () => {
    if (document.visibilityState === "hidden") return close();
    if (source && source.readyState !== EventSource.CLOSED) return;
    clearTimeout(again);
    const opened = new EventSource("/api/panel/config/events");
    source = opened;
    source.addEventListener("error", () => {
      if (opened.readyState === EventSource.CLOSED && opened === source)
        again = setTimeout(follow, refusedMs);
    });
    source.addEventListener("hello", tell);
    source.addEventListener("config", tell);
    source.addEventListener("signed-out", () => {
      close();
      onSignedOut();
    });
  };

  follow();
  document.addEventListener("visibilitychange", follow);
  return () => {
    document.removeEventListener("visibilitychange", follow);
    close();
  };
}
