// @vitest-environment happy-dom
import { panelAnswer } from "@/testing/panel-answer";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

/** A fake of the browser's `EventSource`. */
class Stream extends EventTarget {
  static readonly CLOSED = 2;
  static all: Stream[] = [];
  readyState = 1;

  constructor(readonly url: string) {
    super();
    Stream.all.push(this);
  }

  close(): void {
    this.readyState = Stream.CLOSED;
  }

  send(event: string, data = ""): void {
    this.dispatchEvent(new MessageEvent(event, { data }));
  }
}

const openStreams = () => Stream.all.filter(({ readyState }) => readyState !== Stream.CLOSED);

/** A fake of Web Locks with a single lock, which is granted in the order of the requests. */
function webLocks() {
  const waiting: (() => void)[] = [];
  let isHeld = false;
  const grant = () => {
    if (!isHeld) waiting.shift()?.();
  };
  return {
    request: (_: string, { signal }: { signal: AbortSignal }, work: () => Promise<void>) =>
      new Promise<void>((resolve, reject) => {
        const begin = () => {
          isHeld = true;
          void work().then(() => {
            isHeld = false;
            resolve();
            grant();
          });
        };
        signal.addEventListener("abort", () => {
          const place = waiting.indexOf(begin);
          if (place < 0) return;
          waiting.splice(place, 1);
          reject(new Error("aborted"));
        });
        waiting.push(begin);
        grant();
      }),
  };
}

let leave: (() => void)[] = [];

/** Opens a tab. @returns the messages that it receives, and a function that closes the tab */
async function tab() {
  vi.resetModules();
  const { subscribeToLiveEvents } = await import("./live-events");
  const received: string[] = [];
  const close = subscribeToLiveEvents(({ event, data }) => received.push(`${event} ${data}`));
  leave.push(close);
  return { received, close };
}

function show(state: "visible" | "hidden"): void {
  Object.defineProperty(document, "visibilityState", { configurable: true, value: state });
  document.dispatchEvent(new Event("visibilitychange"));
}

beforeEach(() => {
  Stream.all = [];
  leave = [];
  vi.stubGlobal("EventSource", Stream);
  vi.stubGlobal("navigator", { locks: webLocks() });
  show("visible");
});

afterEach(() => {
  for (const close of leave) close();
  vi.unstubAllGlobals();
});

test("one tab reads the stream for all tabs; when that tab is closed, another tab takes over", async () => {
  const [first, second] = [await tab(), await tab()];
  expect(openStreams()).toHaveLength(1);
  openStreams()[0]?.send("config", "1");
  await vi.waitFor(() => expect(second.received).toContain("config 1"));
  expect(first.received).toEqual(["config 1"]);
  first.close();
  await vi.waitFor(() => expect(openStreams()).toHaveLength(1));
  openStreams()[0]?.send("config", "2");
  expect(second.received.at(-1)).toBe("config 2");
  second.close();
  expect(openStreams()).toEqual([]);
});

test("a tab that opens later receives the current state from the tab that reads the stream", async () => {
  await tab();
  openStreams()[0]?.send("config", "1");
  const { received } = await tab();
  await vi.waitFor(() => expect(received).toEqual(["hello 1"]));
});

test.each([
  ["with Web Locks", "/api/panel/events"],
  ["without Web Locks", "/api/panel/events?once"],
])("%s, a hidden tab closes its stream and opens a new one when it is visible again", async (how, url) => {
  if (how === "without Web Locks") vi.stubGlobal("navigator", {});
  const { received, close } = await tab();
  expect(openStreams().map((stream) => stream.url)).toEqual([url]);
  show("hidden");
  expect(openStreams()).toEqual([]);
  show("visible");
  await vi.waitFor(() => expect(openStreams().map((stream) => stream.url)).toEqual([url]));
  openStreams()[0]?.send("apply", "7");
  expect(received).toEqual(["apply 7"]);
  close();
  show("visible");
  expect(openStreams()).toEqual([]);
});

test.each([
  ["with Web Locks", 401, ["signed-out "], 0],
  ["with Web Locks", 200, [], 1],
  ["without Web Locks", 401, ["signed-out "], 0],
  ["without Web Locks", 200, [], 1],
])(
  "%s, a session's end is reported only if the browser has no other session (status %i)",
  async (how, status, messages, streams) => {
    if (how === "without Web Locks") vi.stubGlobal("navigator", {});
    const asked = vi.fn(() => Promise.resolve(panelAnswer({}, { status })));
    vi.stubGlobal("fetch", asked);
    const { received } = await tab();
    openStreams()[0]?.send("signed-out");
    await vi.waitFor(() => {
      expect(asked).toHaveBeenCalledOnce();
      expect([received, openStreams().length]).toEqual([messages, streams]);
    });
  },
);

test("without Web Locks, a tab hidden during the session check does not reopen its stream", async () => {
  vi.stubGlobal("navigator", {});
  const asked = vi.fn(() => Promise.resolve(panelAnswer({}, { status: 200 })));
  vi.stubGlobal("fetch", asked);
  await tab();
  openStreams()[0]?.send("signed-out");
  show("hidden");
  await vi.waitFor(() => expect(asked).toHaveResolved());
  await new Promise(setImmediate);
  expect(openStreams()).toEqual([]);
});
