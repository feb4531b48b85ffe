// @vitest-environment happy-dom
import { cleanup, render, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { PartNow, WatchAnswer } from "@/lib/shared/contract/watch";
import { samplePart, sampleWatch } from "@/testing/sample-watch";
import { HowItRuns } from "./how-it-runs";

const now = Date.parse("2026-11-22T19:20:00Z");
const part = (name: PartNow["name"], rest: Partial<PartNow> = {}) =>
  samplePart(name, { at: now, since: now - 40 * 86_400_000, ...rest });

beforeEach(() => vi.useFakeTimers({ toFake: ["Date"], now }));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const show = (rest: Partial<WatchAnswer>) => render(<HowItRuns watch={sampleWatch({ at: now, ...rest })} />);
const row = (name: string) => within(screen.getByRole("listitem", { name }));

it("the overview shows the state, response time, uptime and problem of each service", () => {
  const hour = 3_600_000;
  show({
    parts: [
      part("api"),
      part("gateway", { isUp: false, ms: null, reason: "Nothing runs on this port. Check the port." }),
      part("mail", { ms: 1_900 }),
    ],
    times: { mail: Array.from({ length: 288 }, (_, step) => (step < 276 ? 40 : 1_900)) },
    answers: { mail: 2_880 },
    outages: [{ part: "api", from: now - 30 * hour, to: now - 30 * hour + 12 * 60_000 }],
  });
  expect(row("API").getByText("Up")).toBeDefined();
  expect(row("API").getByText("62 ms")).toBeDefined();
  expect(row("API").getByText(/^100% in 24 h · 99\.97% in 30 days · down for 12 min \(.*\)$/)).toBeDefined();
  expect(row("Gateway").getByText("Down")).toBeDefined();
  expect(row("Gateway").getByText(/^Nothing runs on this port/)).toBeDefined();
  expect(row("Mail").getByText("Slow")).toBeDefined();
  expect(row("Mail").getByText("1.9 s")).toBeDefined();
  expect(row("Mail").getByText(/^Slow since .+ \(1 h\), 40 ms before · 100% in 24 h/)).toBeDefined();
});

it("the overview shows the uptime only for fully measured periods", () => {
  const uptime = { day: 1, month: 1 };
  const day = 86_400_000;
  const note = (rest: Partial<PartNow>, restarts: WatchAnswer["restarts"] = []) => {
    cleanup();
    show({ parts: [part("api", { uptime, ...rest })], restarts });
    return screen.getByRole("listitem", { name: "API" }).textContent;
  };
  expect(note({ since: now - 40 * 60_000 })).toMatch(/62 ms100% since .+ \(40 min\)$/);
  expect(note({ since: now - day + 1 })).toMatch(/62 ms100% since [^·]+$/);
  expect(note({ since: now - day })).toMatch(/100% in 24 h · 100% since .+ \(24 h\)$/);
  expect(note({ since: now - 8 * day })).toMatch(/100% in 24 h · 100% since .+ \(8 days\)$/);
  expect(note({ since: now - 30 * day })).toMatch(/100% in 24 h · 100% in 30 days$/);
  expect(note({}, [{ from: now - 5_000, to: null, version: 41 }])).toMatch(/^APIRestarting/);
});

it("the overview explains why a service has no measurements", () => {
  show({});
  expect(screen.getByRole("listitem", { name: "The first check is running" })).toBeDefined();
  cleanup();
  show({ isLocal: true });
  expect(
    row("API").getByText(/reads the file on every request, so every save takes effect immediately/),
  ).toBeDefined();
  expect(screen.getByRole("link", { name: "Enter the gateway's address" })).toBeDefined();
  expect(row("API").getByText(/No requests in 24 hours\.$/)).toBeDefined();
  cleanup();
  show({ isLocal: true, since: now - 40 * 60_000 });
  expect(row("API").getByText(/No requests in 40 min\.$/)).toBeDefined();
  cleanup();
  show({ interval: 0 });
  expect(screen.getByText("Monitoring is off")).toBeDefined();
});

it("the overview shows how the number of users changed this week", () => {
  const { line } = sampleWatch();
  const counts = { line, list: [{ name: "users" as const, now: 6_801, weekAgo: 6_759, points: [] }] };
  show({ counts });
  expect(screen.getByText("6,801")).toBeDefined();
  expect(screen.getByText("+42 this week")).toBeDefined();
  cleanup();
  show({});
  expect(screen.getByText(/set INSTANCE_OPERATOR_TOKEN/)).toBeDefined();
});
