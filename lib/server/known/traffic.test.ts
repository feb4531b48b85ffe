import { expect, it } from "vitest";
import { Random } from "@/testing/simulator/clock";
import { type Traffic, trafficIn, trafficSince, whyWorse } from "./traffic";

const of = (requests: number, failures: number, mean = 10): Traffic => ({
  ...{ requests, failures, duration: requests * mean, measured: requests },
});

it("adds up requests of clients, and leaves out those of monitoring", () => {
  const metrics = [
    "# TYPE chat_http_request_total counter",
    'chat_http_request_total{path="/channels/:id/messages",method="GET",status="200"} 90',
    'chat_http_request_total{status="503",path="/channels/:id/messages",method="GET"} 7',
    'chat_http_request_total{path="/api/v9/ping",method="GET",status="500"} 40',
    'chat_http_request_total{path="/metrics",method="GET",status="200"} 40',
    'chat_http_request_total{path="/odd",status="5000"} 1',
    'chat_http_request_total{path="/odd",status="1500"} 1',
    'chat_http_duration_sum{path="/users/@me",method="GET",status="200"} 12.5',
    'chat_http_duration_count{path="/users/@me",method="GET",status="200"} 5',
    'chat_http_duration_bucket{path="/users/@me",le="+Inf"} 5',
  ].join("\n");
  expect(trafficIn(metrics)).toEqual({ requests: 99, failures: 7, duration: 12.5, measured: 5 });
  expect(trafficIn("process_start_time_seconds 5")).toBeNull();
});

it("counts from zero after a restart, and the difference after a reload", () => {
  expect(trafficSince(of(1_000, 10), of(60, 5))).toEqual(of(60, 5));
  expect(trafficSince(of(1_000, 10), of(1_060, 12))).toEqual(of(60, 2));
  expect(trafficSince(of(60, 2), of(60, 2))).toEqual(of(0, 0));
});

it.each([
  ["a multiple of the usual share", of(10_000, 100), of(200, 10), true],
  ["one failure fewer", of(10_000, 100), of(200, 9), false],
  ["nine failures of few requests", of(10_000, 100), of(50, 9), false],
  ["just below five times the usual share", of(10_000, 200), of(200, 19), false],
  ["five times the usual share", of(10_000, 200), of(200, 20), true],
  ["a share that is usual here", of(10_000, 3_000), of(200, 70), false],
  ["an unknown usual share", of(99, 0), of(200, 200), false],
  ["a known usual share", of(100, 0), of(200, 200), true],
  ["ten times the usual duration", of(10_000, 0), of(50, 0, 100), true],
  ["less than ten times the usual duration", of(10_000, 0), of(50, 0, 99), false],
  ["too few slow requests", of(10_000, 0), of(49, 0, 100), false],
])("judges a part by its own requests: %s", (_, usual, since, isWorse) => {
  expect(whyWorse(usual, since) !== null).toBe(isWorse);
});

it("gives no false alarm in 20 quiet runs of 50 to 2,000 requests, some of which always fail", () => {
  const random = new Random(1);
  for (let run = 0; run < 20; run += 1) {
    const [share, requests] = [random.next() * 0.03, 50 + random.below(1_950)];
    const failed = (count: number) => Array.from({ length: count }).filter(() => random.chance(share)).length;
    const usual = of(20_000, failed(20_000));
    // Right after a start, requests take up to five times as long.
    for (let seen = 10; seen <= requests; seen += 40)
      expect(whyWorse(usual, of(seen, failed(seen), 10 + random.next() * 40))).toBeNull();
  }
});

it("says how much worse a part is, and judges no duration that was not measured before", () => {
  expect(whyWorse(of(10_000, 10), of(200, 50))).toMatch(
    /^It fails 25% of 200 requests since the apply, and failed 0\.1% before\./,
  );
  expect(whyWorse(of(1_000, 100), of(20, 20))).toContain("failed 10% before");
  expect(whyWorse(of(10_000, 0), of(50, 0, 120))).toMatch(/^It takes 12 times as long for a request/);
  expect(whyWorse(of(10_000, 0, 0), of(50, 0, 120))).toBeNull();
});
