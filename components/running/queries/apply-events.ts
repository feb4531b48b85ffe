import type { ApplyView } from "@/lib/shared/contract/running";

/** How long until a refused stream is asked for again (ms); browsers repeat a lost one by themselves. */
const refusedMs = 2_000;

/**
 * Listens to how an application goes; whatever was missed comes with the first message after a new connection.
 * @returns a function that stops listening
 */
export function connectApplyEvents(onApply: (apply: ApplyView | null) => void): () => void {
  let source: EventSource | null = null;
  let again: ReturnType<typeof setTimeout> | undefined;
  const open = () => {
    const opened = new EventSource("/api/panel/running/apply/events");
    source = opened;
    opened.addEventListener("apply", ({ data }: MessageEvent<string>) =>
      onApply(JSON.parse(data) as ApplyView | null),
    );
    opened.addEventListener("error", () => {
      if (opened.readyState === EventSource.CLOSED) again = setTimeout(open, refusedMs);
    });
    opened.addEventListener("signed-out", () => opened.close());
  };
  open();
  return () => {
    clearTimeout(again);
    source?.close();
  };
}
