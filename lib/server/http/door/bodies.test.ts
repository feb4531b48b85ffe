import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { expect, test, vi } from "vitest";
import { Bodies } from "./bodies";
import { createMetrics } from "./metrics";

function arriving(headers: Record<string, string> = { "transfer-encoding": "chunked" }): IncomingMessage {
  return Object.assign(new IncomingMessage(new Socket()), { headers });
}

test("all bodies together fit the budget until they are released", async () => {
  const bodies = new Bodies(createMetrics(undefined), { maxBytes: 10 });
  const [one, other, late] = [arriving(), arriving(), arriving()];
  const [first, second, third] = [one, other, late].map((request) => bodies.open(request));
  const reading = [first!.read(8), second!.read(8)];
  one.push("123456");
  other.push("1234");
  one.push(null);
  expect(String(await reading[0])).toBe("123456");
  other.push("5");
  await expect(reading[1]).rejects.toMatchObject({ code: "unavailable", details: { retryAfter: 5 } });

  const waiting = third!.read(8);
  late.push("1234");
  late.push(null);
  expect(String(await waiting)).toBe("1234");
  first!.release();
  first!.release();
  third!.release();
  const whole = arriving();
  whole.push("1234567890");
  whole.push(null);
  expect(String(await bodies.open(whole).read(10))).toBe("1234567890");
});

test("a body over its limit is not read, and does not use the budget", async () => {
  const bodies = new Bodies(createMetrics(undefined), { maxBytes: 5 });
  expect(await bodies.open(arriving({ "content-length": "6" })).read(5)).toBeNull();
  const streamed = arriving();
  const reading = bodies.open(streamed).read(4);
  streamed.push("123");
  streamed.push("45");
  expect(await reading).toBeNull();
  const exact = arriving({ "content-length": "5" });
  exact.push("12345");
  exact.push(null);
  expect(String(await bodies.open(exact).read(5))).toBe("12345");
});

test("a body has 30 seconds to arrive", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const bodies = new Bodies(createMetrics(undefined), { maxBytes: 5 });
  const request = arriving();
  const settled = vi.fn<(outcome: unknown) => void>();
  const reading = bodies.open(request).read(5).then(settled, settled);
  request.push("12345");
  vi.advanceTimersByTime(29_999);
  await new Promise(setImmediate);
  expect(settled).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  await reading;
  expect(settled.mock.calls).toMatchObject([[{ code: "request-timeout" }]]);
  vi.useRealTimers();

  const next = arriving();
  next.push("12345");
  next.push(null);
  expect(String(await bodies.open(next).read(5))).toBe("12345");
});

test("a disconnect ends the read, and frees the budget", async () => {
  const bodies = new Bodies(createMetrics(undefined), { maxBytes: 5 });
  const request = arriving();
  const reading = bodies.open(request).read(5);
  request.push("12345");
  await new Promise(setImmediate);
  request.destroy();
  await expect(reading).rejects.toMatchObject({ code: "invalid-input" });
  await expect(bodies.open(request).read(5)).rejects.toMatchObject({ code: "invalid-input" });
  const next = arriving();
  next.push("12345");
  next.push(null);
  expect(String(await bodies.open(next).read(5))).toBe("12345");
});
