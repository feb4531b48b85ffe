import { beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { createEndedSessions } from "@/lib/server/operators/ended-sessions";
import { createEventStreams, type EventStreams } from "./event-streams";

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

const ended = createEndedSessions({ announce: async () => undefined, onAnnouncement: () => undefined });
const hello = "event: hello\ndata: {}\n\n";

/**
 * Opens a stream. `next` returns the stream's next message, or undefined once the stream has ended.
 * `reader.isAllowed` determines whether the reader still has access.
 */
function opened({
  once,
  streams = createEventStreams(ended),
}: { once?: boolean; streams?: EventStreams } = {}) {
  const reader = { isAllowed: (): Promise<boolean> => Promise.resolve(true), send: (): void => undefined };
  const stop = vi.fn<() => void>();
  const leaving = new AbortController();
  onTestFinished(() => leaving.abort());
  const { stream, headers } = streams.open({
    once,
    signal: leaving.signal,
    allowed: () => reader.isAllowed(),
    begin: (send) => {
      reader.send = () => send("late", {});
      const greet = async () => send("hello", {});
      return { greeted: greet(), stop };
    },
  });
  const events = stream!.pipeThrough(new TextDecoderStream()).getReader();
  const next = async () => (await events.read()).value;
  return { reader, stop, next, headers, leave: () => events.cancel() };
}

it("a stream sends keep-alive comments until its reader loses access", async () => {
  const { reader, stop, next } = opened();
  expect([await next(), await next()]).toEqual(["retry: 2000\n\n", hello]);
  for (const _ of [1, 2]) {
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await next()).toBe(": still here\n\n");
  }
  // Access cannot be checked while the database is unavailable.
  reader.isAllowed = () => Promise.reject(new Error("away"));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await next()).toBe(": still here\n\n");
  reader.isAllowed = () => Promise.resolve(false);
  await vi.advanceTimersByTimeAsync(10_000);
  expect([await next(), await next()]).toEqual(["event: signed-out\ndata: {}\n\n", undefined]);
  expect(stop).toHaveBeenCalledOnce();
});

it("a stream ends immediately if its reader's session ends", async () => {
  const [staying, leaving] = [opened(), opened()];
  for (const stream of [staying, leaving])
    expect([await stream.next(), await stream.next()]).toContain(hello);
  leaving.reader.isAllowed = () => Promise.resolve(false);
  // No time passes.
  await ended.announceEndedSessions();
  expect([await leaving.next(), await leaving.next()]).toEqual([
    "event: signed-out\ndata: {}\n\n",
    undefined,
  ]);
  expect(await staying.next()).toBe(": still here\n\n");
  expect(staying.stop).not.toHaveBeenCalled();
});

it("a stream whose reader loses access ends once, and sends nothing more", async () => {
  const { reader, stop, next } = opened();
  expect([await next(), await next()]).toContain(hello);
  reader.isAllowed = () => Promise.resolve(false);
  await Promise.all([ended.announceEndedSessions(), ended.announceEndedSessions()]);
  expect([await next(), await next()]).toEqual(["event: signed-out\ndata: {}\n\n", undefined]);
  reader.send();
  expect(stop).toHaveBeenCalledOnce();
});

it("a stream ends when its reader disconnects", async () => {
  const { leave, stop, reader } = opened();
  await leave();
  await vi.waitFor(() => expect(stop).toHaveBeenCalledOnce());
  reader.send();
});

it("no proxy holds back the events of a stream, and its connection ends with it", () => {
  expect(opened().headers).toEqual({
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "no-store, no-transform",
    "x-accel-buffering": "no",
    connection: "close",
  });
});

it("a stream with `once` ends after it has sent the current state", async () => {
  const { next, stop } = opened({ once: true });
  expect([await next(), await next(), await next()]).toEqual(["retry: 3000\n\n", hello, undefined]);
  expect(stop).toHaveBeenCalledOnce();
});

it("all streams end at a shutdown, also those that begin during it", async () => {
  const ending = createEventStreams(ended);
  const begun = opened({ streams: ending });
  expect([await begun.next(), await begun.next()]).toContain(hello);
  ending.end();
  expect(await begun.next()).toBeUndefined();
  const late = opened({ streams: ending });
  expect([await late.next(), await late.next(), await late.next()]).toEqual([
    "retry: 2000\n\n",
    hello,
    undefined,
  ]);
});
