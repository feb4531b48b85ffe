// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { PartNow, WatchAnswer } from "@/lib/shared/contract/watch";
import { CountsCard } from "./counts-card";
import { UpkeepCard } from "./upkeep-card";
import { WatchTiles } from "./watch-tiles";

const now = Date.parse("2026-11-22T19:20:00Z");
const line = { from: now - 86_400_000, step: 300_000, count: 288 };
const sparkLine = { ...line, step: 900_000, count: 96 };

const part = (name: PartNow["name"], rest: Partial<PartNow> = {}): PartNow => ({
  name,
  target: `https://${name}.example.org`,
  isUp: true,
  ms: 62,
  reason: null,
  certificateDays: null,
  at: now,
  uptime: { day: 1, month: 0.9997 },
  since: now - 40 * 86_400_000,
  spark: [],
  ...rest,
});

const total = { requests: 0, limited: 0, refused: 0, failed: 0, endpoints: 0 };
const answerWith = (rest: Partial<WatchAnswer>): WatchAnswer => ({
  at: now,
  interval: 30,
  isLocal: false,
  parts: [],
  sparkLine,
  range: "24h",
  line,
  times: {},
  answers: {},
  since: now - 40 * 86_400_000,
  outages: [],
  marks: [],
  restarts: [],
  counts: { line, list: [] },
  own: { points: { requests: [], limited: [], refused: [], failed: [] }, endpointMs: [], ms: null, total },
  backup: null,
  notifies: false,
  ...rest,
});

let served: unknown;
vi.stubGlobal("fetch", async () => Response.json(served));
beforeEach(() => vi.useFakeTimers({ toFake: ["Date"], now }));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function show(Shown: typeof WatchTiles, rest: Partial<WatchAnswer>) {
  const initial = answerWith(rest);
  served = initial;
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })}>
      <Shown initial={initial} />
    </QueryClientProvider>,
  );
}
const tile = (name: string) => within(screen.getByRole("region", { name }));

it("shows each part's state, response time, uptime and problem", () => {
  const hour = 3_600_000;
  show(WatchTiles, {
    parts: [
      part("api", { certificateDays: 61 }),
      part("gateway", {
        isUp: false,
        ms: null,
        reason: "No service is listening on this port. Check the port.",
      }),
      part("mail", { ms: 1_900 }),
    ],
    outages: [{ part: "api", from: now - 30 * hour, to: now - 30 * hour + 12 * 60_000 }],
  });
  expect(tile("API").getByText("Up")).toBeDefined();
  expect(tile("API").getByText("62 ms")).toBeDefined();
  expect(
    tile("API").getByText(
      /^100% in 24 h · 99\.97% in 30 days · down for 12 min \(.*\) · certificate expires in 61 days$/,
    ),
  ).toBeDefined();
  expect(tile("Gateway").getByText("Down")).toBeDefined();
  expect(tile("Gateway").getByText(/^No service is listening on this port/)).toBeDefined();
  expect(tile("Mail").getByText("Slow")).toBeDefined();
  expect(tile("Mail").getByText("1.9 s")).toBeDefined();
});

it("shows uptime for the measured period only, and marks restarts by an apply", () => {
  const uptime = { day: 1, month: 1 };
  const day = 86_400_000;
  const note = (rest: Partial<PartNow>, restarts: WatchAnswer["restarts"] = []) => {
    cleanup();
    show(WatchTiles, { parts: [part("api", { uptime, ...rest })], restarts });
    return screen.getByRole("region", { name: "API" }).textContent;
  };
  expect(note({ since: now - 40 * 60_000 })).toMatch(/62 ms100% since .+ \(40 min\)$/);
  expect(note({ since: now - day + 1 })).toMatch(/62 ms100% since [^·]+$/);
  expect(note({ since: now - day })).toMatch(/100% in 24 h · 100% since .+ \(24 h\)$/);
  expect(note({ since: now - 8 * day })).toMatch(/100% in 24 h · 100% since .+ \(8 days\)$/);
  expect(note({ since: now - 30 * day })).toMatch(/100% in 24 h · 100% in 30 days$/);
  expect(note({}, [{ from: now - 5_000, to: null, version: 41 }])).toMatch(/^APIRestarting/);
});

it("explains what is missing before the first sample, without addresses, and with monitoring off", () => {
  show(WatchTiles, {});
  expect(screen.getByRole("region", { name: "The first check is running" })).toBeDefined();
  cleanup();
  show(WatchTiles, { isLocal: true });
  expect(tile("API").getByText(/from the live file, so every save takes effect immediately/)).toBeDefined();
  expect(screen.getByRole("link", { name: "Enter the gateway's address" })).toBeDefined();
  cleanup();
  show(WatchTiles, { interval: 0 });
  expect(screen.getByText("Monitoring is off")).toBeDefined();
});

it("shows counts with the weekly difference, and how to enable them without a token", () => {
  const counts = { line, list: [{ name: "users" as const, now: 6_801, weekAgo: 6_759, points: [] }] };
  show(CountsCard, { counts });
  expect(screen.getByText("6,801")).toBeDefined();
  expect(screen.getByText("+42 this week")).toBeDefined();
  cleanup();
  show(CountsCard, {});
  expect(screen.getByText(/set INSTANCE_OPERATOR_TOKEN/)).toBeDefined();
});

it("shows expiring certificates, overdue backups and the result of a test notification", async () => {
  show(UpkeepCard, { parts: [part("api", { certificateDays: 61 }), part("cdn", { certificateDays: 12 })] });
  expect(screen.getByText("Expires soon")).toBeDefined();
  expect(screen.getByText("The CDN's certificate expires in 12 days.")).toBeDefined();
  expect(screen.getByText("Due")).toBeDefined();
  expect(screen.queryByRole("button")).toBeNull();
  cleanup();
  show(UpkeepCard, { notifies: true, backup: { at: now - 3_600_000, folder: "/srv/backup" } });
  served = {
    isSent: false,
    message: "The webhook refused the notification with status 404. Check NOTIFY_URL.",
  };
  await userEvent.click(screen.getByRole("button", { name: "Send test notification" }));
  expect(await screen.findByText(/^The webhook refused the notification with status 404/)).toBeDefined();
  expect(screen.queryByText("Due")).toBeNull();
});
