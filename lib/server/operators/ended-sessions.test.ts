import { expect, test, vi } from "vitest";
import { createEndedSessions } from "./ended-sessions";

test("open responses learn of ended sessions on this and other replicas until they close", async () => {
  const elsewhere: (() => void)[] = [];
  const announce = vi.fn(() => Promise.resolve());
  const onAnnouncement = vi.fn((_: string, listener: () => void) => void elsewhere.push(listener));
  const ended = createEndedSessions({ announce, onAnnouncement });
  const [first, second] = [vi.fn(), vi.fn()];
  const close = ended.onEndedSessions(first);
  expect(onAnnouncement).toHaveBeenCalledTimes(1);
  ended.onEndedSessions(second);
  // One subscription of the database suffices for all responses.
  expect(onAnnouncement).toHaveBeenCalledTimes(1);
  await ended.announceEndedSessions();
  expect([first, second].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
  expect(announce.mock.calls).toEqual([[onAnnouncement.mock.calls[0]![0]]]);
  close();
  elsewhere[0]!();
  expect([first, second].map(({ mock }) => mock.calls.length)).toEqual([1, 2]);
});
