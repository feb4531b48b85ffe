import pino from "pino";
import { expect, test } from "vitest";
import { RequestLog } from "./request-log";

function logged(level = "info") {
  const lines: { path: string; status: number; calls?: number }[] = [];
  const clock = { now: 0, elapsed: () => clock.now };
  const log = pino(
    { level },
    { write: (line: string) => void lines.push(JSON.parse(line) as (typeof lines)[number]) },
  );
  const requests = new RequestLog({ log, clock });
  const note = (method: string, path: string, status: number) =>
    requests.note({ requestId: "1", method, path, status, ms: 3 }, path.slice(5));
  return { clock, note, lines };
}

test("logs one successful call of the instance API per route and minute, with the number of calls", () => {
  const { clock, note, lines } = logged();
  for (let call = 0; call < 1_000; call += 1) note("POST", "/api/v9/applications", 200);
  expect(lines).toHaveLength(1);
  expect(lines[0]).not.toHaveProperty("calls");
  clock.now = 59_999;
  note("POST", "/api/v9/applications", 201);
  expect(lines).toHaveLength(1);
  clock.now = 60_000;
  note("POST", "/api/v9/applications", 200);
  expect(lines[1]).toMatchObject({ calls: 1_001 });
  note("GET", "/api/v9/users/@me", 200);
  expect(lines).toHaveLength(3);
});

test("logs each failure and each change in the panel", () => {
  const { note, lines } = logged();
  for (const status of [200, 400, 429, 500]) {
    note("PATCH", "/api/panel/config", status);
    note("PATCH", "/api/panel/config", status);
  }
  note("POST", "/api/v9/applications", 403);
  note("POST", "/api/v9/applications", 403);
  expect(lines).toHaveLength(10);
});

test("logs one read of the panel per minute, and one request while the panel is unavailable", () => {
  const { note, lines } = logged();
  for (let call = 0; call < 5; call += 1) {
    note("GET", "/api/panel/running", 200);
    note("GET", "/api/panel/running", 503);
    note("POST", "/api/v9/applications", 503);
    note("GET", "/api/health", 503);
  }
  expect(lines.map(({ status }) => status)).toEqual([200, 503]);
});

test("logs each request at the level debug", () => {
  const { note, lines } = logged("debug");
  for (let call = 0; call < 5; call += 1) note("GET", "/api/panel/running", 200);
  expect(lines).toHaveLength(5);
});
