import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { parse } from "yaml";
import { z } from "zod";
import { type Panel, startPanel } from "../support/panel";

const Rules = z.object({
  groups: z.array(
    z.object({
      rules: z.array(
        z.object({
          alert: z.string(),
          expr: z.string(),
          annotations: z.object({ summary: z.string(), description: z.string() }),
        }),
      ),
    }),
  ),
});
const Dashboard = z.object({
  panels: z.array(z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })).min(1) })),
});

const rules = Rules.parse(parse(readFileSync("examples/prometheus-rules.yaml", "utf8"))).groups.flatMap(
  (group) => group.rules,
);
const dashboard = Dashboard.parse(JSON.parse(readFileSync("examples/grafana-dashboard.json", "utf8")));
const queries = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
const hasPromtool = spawnSync("promtool", ["--version"]).error === undefined;

let panel: Panel;
test.beforeAll(async () => {
  panel = await startPanel({ env: { METRICS_TOKEN: "a-token-for-metrics" } });
});
test.afterAll(() => panel.dispose());

test("the examples for Prometheus and Grafana use only metrics that the panel has", async () => {
  const headers = { authorization: "Bearer a-token-for-metrics" };
  const text = await (await fetch(`${panel.url}/api/metrics`, { headers })).text();
  const known = new Set([...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name));
  const used = [...rules.map(({ expr }) => expr), ...queries].flatMap(
    (expr) => expr.match(/\b(?:instance_admin|process|nodejs)_\w+/g) ?? [],
  );
  expect(used.map((name) => name.replace(/_bucket$/, "")).filter((name) => !known.has(name))).toEqual([]);
  expect(used.length).toBeGreaterThan(20);
});

test("promtool accepts the rules, and the dashboard's queries", () => {
  test.skip(!hasPromtool, "SKIPPED: promtool is not installed");
  const check = (file: string) => {
    const { status, stderr, stdout } = spawnSync("promtool", ["check", "rules", file], { encoding: "utf8" });
    expect(status, stdout + stderr).toBe(0);
  };
  check("examples/prometheus-rules.yaml");
  const recorded = queries.map((expr, index) => ({
    record: `query_${index}`,
    expr: expr.replaceAll("$__rate_interval", "5m"),
  }));
  const file = join(panel.folder, "queries.json");
  writeFileSync(file, JSON.stringify({ groups: [{ name: "dashboard", rules: recorded }] }));
  check(file);
});
