import { beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { tellEndedSessions } from "@/lib/server/operators/ended-sessions";
import { eventStream } from "./event-stream";

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

/** An open stream: what it says next (undefined once it has ended), and the reader's right to read on. */
function opened() {
  const reader = { isAllowed: (): Promise<boolean> => Promise.resolve(true) };
  const stop = vi.fn();
  const leaving = new AbortController();
  onTestFinished(() => leaving.abort());
  const { body } = eventStream({
    signal: leaving.signal,
    allowed: () => reader.isAllowed(),
    begin: () => stop,
  });
  const told = body!.pipeThrough(new TextDecoderStream()).getReader();
  const next = async () => (await told.read()).value;
  return { reader, stop, next };
}

it("shows life while nothing happens, and notices by itself that the reader may not read on", async () => {
  const { reader, stop, next } = opened();
  expect(await next()).toBe("retry: 2000\n\n");
  for (const _ of [1, 2]) {
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await next()).toBe(": still here\n\n");
  }
  // The database is away.
  reader.isAllowed = () => Promise.reject(new Error("away"));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await next()).toBe(": still here\n\n");
  reader.isAllowed = () => Promise.resolve(false);
  await vi.advanceTimersByTimeAsync(10_000);
  expect([await next(), await next()]).toEqual(["event: signed-out\ndata: {}\n\n", undefined]);
  expect(stop).toHaveBeenCalledOnce();
});

it("asks at once when sessions have ended: one reader goes on, the other does not", async () => {
  const [staying, leaving] = [opened(), opened()];
  await Promise.all([staying.next(), leaving.next()]);
  leaving.reader.isAllowed = () => Promise.resolve(false);
  // No time passes.
  await tellEndedSessions();
  expect([await leaving.next(), await leaving.next()]).toEqual([
    "event: signed-out\ndata: {}\n\n",
    undefined,
  ]);
  expect(await staying.next()).toBe(": still here\n\n");
  expect(staying.stop).not.toHaveBeenCalled();
});
