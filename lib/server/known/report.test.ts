import { once } from "node:events";
import { configFile, db, env, panelSettings } from "@/testing/rooms";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { systemClock } from "@/lib/clock";
import { migrate } from "@/lib/server/db";
import { ask } from "./ask";
import { createReports, type Reports } from "./report";

const folder = mkdtempSync(join(tmpdir(), "report-"));
const path = join(folder, "config.json");

type Answer = { status?: number; body?: string; location?: string } | "none" | "slow";
/** The answers, by the path after the API version. Other paths are answered with status 404. */
let answers: Record<string, Answer> = {};
let asked: { url: string; authorization: string | undefined; method: string | undefined }[] = [];

const server = createServer(({ url = "", method, headers: { authorization } }, response) => {
  asked.push({ url, method, authorization });
  const answer = answers[url.replace(/^\/api\/v\d+/, "")] ?? { status: 404 };
  if (answer === "slow") return;
  if (answer === "none") return void response.destroy();
  const { status = 200, body = "{}", location } = answer;
  response.writeHead(status, { connection: "close", ...(location && { location }) }).end(body);
});

let reports: Reports;
const fetchReport = () => reports.read();
const sharedReport = () => reports.shared();

const config = "/policies/instance/config";
const json = (value: unknown): Answer => ({ body: JSON.stringify(value) });
const whole = { rabbitmq: {}, general: { instanceName: "Harbor" }, limits: { user: { maxGuilds: 7 } } };

beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  vi.stubEnv("DATA_DIR", folder);
  vi.stubEnv("CONFIG_PATH", path);
  vi.stubEnv("INSTANCE_API_URL", `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`);
  writeFileSync(path, JSON.stringify({ ...whole, api: { defaultVersion: "10" } }));
  await migrate(db());
  reports = createReports({
    config: configFile(),
    env: Object.assign(panelSettings(), { instanceApiTimeout: 15_000 }),
    clock: systemClock,
  });
});
afterAll(async () => {
  vi.useRealTimers();
  server.closeAllConnections();
  server.close();
  await db().destroy();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => {
  [answers, asked] = [{}, []];
  panelSettings().instanceOperatorToken = "operator";
  reports.forget();
});

describe("the instance's report", () => {
  it("contains the whole configuration if the token is valid", async () => {
    answers = { [config]: json(whole) };
    const { reported, ...rest } = await fetchReport();
    expect(rest).toEqual({ isWhole: true });
    expect(reported?.settings.get("limits.user.maxGuilds")?.shown).toBe(7);
    expect(asked).toEqual([{ url: `/api/v10${config}`, method: "GET", authorization: "operator" }]);
  });

  it.each<[string, Answer]>([
    ["flattened values", json({ register_disabled: true })],
    ["no limits", json({ general: {} })],
    ["no general section", json({ limits: {} })],
    ["a list", json([])],
    ["a refusal", { status: 400 }],
    ["a redirect", { status: 302, location: config }],
  ])("contains only public settings if the instance responds to the token with %s", async (_, answer) => {
    answers = { [config]: answer, "/policies/instance": json({ instanceName: "Harbor" }) };
    const { reported, isWhole, reason } = await fetchReport();
    expect([...(reported?.settings.keys() ?? [])]).toContain("general.instanceName");
    expect([isWhole, reason]).toEqual([
      false,
      expect.stringContaining("does not report its whole configuration for the operator token"),
    ]);
  });

  it("contains only public settings if no token is set", async () => {
    panelSettings().instanceOperatorToken = undefined;
    answers = {
      "/policies/instance": json({ instanceName: "Harbor", mine: 1 }),
      "/policies/instance/limits": "none",
      "/policies/instance/domains": json({ cdn: "https://cdn.example.org" }),
      [config]: json({ register_disabled: true }),
    };
    const { reported, isWhole, reason } = await fetchReport();
    expect([...(reported?.settings.keys() ?? [])].toSorted()).toEqual([
      "cdn.endpointPublic",
      "general.instanceName",
      "register.disabled",
    ]);
    expect([isWhole, reason]).toEqual([false, expect.stringMatching(/^Without an operator token/)]);
    expect(reported?.keys.size).toBe(0);
    expect(asked.filter(({ authorization }) => authorization !== undefined)).toEqual([]);
    expect(asked).toHaveLength(4);
  });

  it("is missing if the instance returns no usable response", async () => {
    const missing = {
      reported: null,
      isWhole: false,
      reason: expect.stringMatching(/^The panel cannot check which settings/) as unknown,
    };
    answers = { [config]: "none" };
    expect(await fetchReport()).toEqual(missing);
    expect(asked).toHaveLength(1);
    // More than 1 MiB.
    answers = { [config]: json({ ...whole, more: "x".repeat(1024 * 1024) }) };
    expect(await fetchReport()).toEqual(missing);
    answers = {};
    expect(await fetchReport()).toEqual(missing);
    panelSettings().instanceOperatorToken = undefined;
    expect(await fetchReport()).toEqual(missing);
  });

  it("is shared by all callers for three seconds", async () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    vi.advanceTimersByTime(10_000);
    answers = { [config]: json(whole) };
    const [one, other] = await Promise.all([sharedReport(), sharedReport()]);
    expect([one === other, asked.length]).toEqual([true, 1]);
    vi.advanceTimersByTime(2_999);
    expect(await sharedReport()).toBe(one);
    vi.advanceTimersByTime(1);
    expect(await sharedReport()).not.toBe(one);
    expect(asked).toHaveLength(2);
    reports.forget();
    await sharedReport();
    expect(asked).toHaveLength(3);
  });
});

describe("a request to the instance", () => {
  const url = (path: string) => `${panelSettings().instanceApiUrl}/v9${path}`;

  it("uses the API version from the last valid version of the file", async () => {
    answers = { [config]: json(whole) };
    const before = JSON.stringify({ ...whole, api: { defaultVersion: "10" } });
    writeFileSync(path, "{");
    await fetchReport();
    writeFileSync(path, before);
    expect(asked.map((request) => request.url)).toEqual([`/api/v10${config}`]);
  });

  it("is not sent if it is aborted, or if no address is set", async () => {
    const { instanceApiUrl } = panelSettings();
    expect(await ask(url("/ping"), { env: env(), signal: AbortSignal.abort() })).toBeNull();
    panelSettings().instanceOperatorToken = undefined;
    expect((await reports.read(AbortSignal.abort())).reported).toBeNull();
    panelSettings().instanceApiUrl = undefined;
    expect((await fetchReport()).reported).toBeNull();
    panelSettings().instanceApiUrl = instanceApiUrl;
    expect(asked).toEqual([]);
  });

  it("ends after the time limit of the environment", async () => {
    answers = { "/ping": "slow" };
    expect(await ask(url("/ping"), { env: { instanceApiTimeout: 50 } })).toBeNull();
  });

  it("accepts an answer of exactly 1 MiB", async () => {
    answers = { "/ping": { body: "x".repeat(1024 * 1024) } };
    expect((await ask(url("/ping"), { env: env() }))?.bytes.length).toBe(1024 * 1024);
  });
});
