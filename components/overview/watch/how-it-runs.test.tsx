// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { statusQuery } from "@/components/shell/queries/status";
import type { InstanceStatus, PartNow, WatchAnswer } from "@/lib/shared/contract/watch";
import { sampleStatus } from "@/testing/sample-status";
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

function show(rest: Partial<WatchAnswer>, status: Partial<InstanceStatus> = { parts: [] }) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  client.setQueryData(statusQuery().queryKey, sampleStatus(status));
  render(
    <QueryClientProvider client={client}>
      <HowItRuns watch={sampleWatch({ at: now, ...rest })} />
    </QueryClientProvider>,
  );
}
const row = (name: string) => screen.getByRole("listitem", { name });

it("the overview shows the state, response time and uptime of each service", () => {
  show({
    parts: [
      part("api"),
      part("gateway", { isUp: false, ms: null, reason: "Nothing runs on this port." }),
      part("mail", { ms: 1_900, uptime: { day: 0.998, month: 1 } }),
    ],
  });
  expect(row("API").textContent).toBe("APIUp62 ms100%");
  expect(row("Gateway").textContent).toBe("GatewayDownDown100%");
  expect(row("Gateway").title).toContain("Nothing runs on this port.");
  expect(row("Mail").textContent).toBe("MailSlow1.9 s99.8%");
  expect(screen.getByText("last 24 h")).toBeDefined();
});

it("a service has the state that the whole panel shows, even if the measurements are older", () => {
  const down = { name: "api", isUp: false, ms: null, reason: null } as const;
  show({ parts: [part("api")] }, { state: "down", parts: [down] });
  expect(row("API").textContent).toContain("Down");
});

it.each([
  ["monitoring is off, even if the API was asked now", { interval: 0 }, "up"],
  ["the last check is too old", {}, "unknown"],
] as const)("a service counts as not checked if %s", (_, rest, state) => {
  show({ parts: [part("gateway")], ...rest }, { state, parts: [] });
  expect(row("Gateway").textContent).toBe("GatewayNot checkedNot checked100%");
});

it("the overview explains why a service has no measurements", () => {
  show({});
  expect(screen.getByText("The first check is running.")).toBeDefined();
  cleanup();
  show({ isLocal: true });
  expect(within(row("API")).getByText("no requests")).toBeDefined();
  expect(screen.getByRole("link", { name: "Enter the gateway's address" })).toBeDefined();
  cleanup();
  show({ interval: 0 });
  expect(screen.getByText(/^Monitoring is off/)).toBeDefined();
});

it("the overview shows the counts in one line, how they changed, and when they were counted", () => {
  const { line } = sampleWatch();
  const count = { at: now - 300_000, points: [] };
  show({
    counts: {
      line,
      list: [
        { name: "users", now: 6_801, weekAgo: 6_759, ...count },
        { name: "guilds", now: 212, weekAgo: null, ...count },
      ],
    },
  });
  expect(screen.getByText(/counted/).textContent).toBe(
    "6,801 users and bots (+42 this week) · 212 guilds · counted 5 minutes ago",
  );
  cleanup();
  show({});
  expect(screen.getByText(/set INSTANCE_OPERATOR_TOKEN/)).toBeDefined();
});
