import { spawn, spawnSync } from "node:child_process";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, request, type Server } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { z } from "zod";
import type { DoctorView } from "@/lib/shared/contract/doctor";
import { freePort } from "../support/free-port";
import { type Panel, startPanel } from "../support/panel";
import { PanelClient } from "../support/session";

const Report = z.object({
  ok: z.boolean(),
  findings: z.array(z.object({ check: z.string(), state: z.string(), message: z.string() })),
});

let panel: Panel;
let secretFile: string;
test.beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), "doctor-"));
  secretFile = join(folder, "secret");
  await writeFile(secretFile, "the lamp turns every nine seconds");
  panel = await startPanel({ folder, env: { NEXTAUTH_SECRET_FILE: secretFile } });
});
test.afterAll(() => panel.dispose());

/** Runs the command in parallel, so that servers of the test can answer it. */
async function doctor(variables: Record<string, string> = {}) {
  const env = {
    ...process.env,
    CONFIG_PATH: panel.configPath,
    DATA_DIR: panel.dataDir,
    DATABASE_URL: "",
    PORT: new URL(panel.url).port,
    NEXTAUTH_URL: "",
    NEXTAUTH_SECRET_FILE: secretFile,
    ...variables,
  };
  const child = spawn(process.execPath, ["scripts/doctor.mjs", "--json"], { env });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const [status] = (await once(child, "close")) as [number];
  const report = Report.parse(JSON.parse(output));
  return { status, report, of: (check: string) => report.findings.find((one) => one.check === check) };
}

async function serve(answer: (url: string) => [number, string]): Promise<{ url: string; server: Server }> {
  const server = createServer((request, response) => {
    const [status, text] = answer(request.url ?? "");
    request.resume();
    response.writeHead(status).end(text);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

test("the doctor finds no error if the panel is healthy, and prints its findings as text", async () => {
  const { status, report, of } = await doctor({ NEXTAUTH_URL: panel.url });
  expect(report.findings.filter(({ state }) => state === "error")).toEqual([]);
  expect([status, report.ok]).toEqual([0, true]);
  expect(of("panel")?.message).toBe(`The panel at http://127.0.0.1:${new URL(panel.url).port} is healthy.`);
  expect(of("database")).toMatchObject({ state: "ok" });
  expect(of("largest import")).toMatchObject({ state: "ok" });
  const { stdout } = spawnSync(process.execPath, ["scripts/doctor.mjs"], {
    env: { ...process.env, DATA_DIR: panel.dataDir, CONFIG_PATH: panel.configPath },
    encoding: "utf8",
  });
  expect(stdout).toMatch(/^ok +data folder: /m);
});

test("the doctor names a proxy's limit, another program, and an instance without an API", async () => {
  const proxy = await serve((url) => (url.endsWith("/import") ? [413, "too large"] : [200, "hello"]));
  const instance = await serve((url) =>
    url === "/metrics" ? [200, "process_start_time_seconds 1787400000"] : [404, "no"],
  );
  try {
    const { status, of } = await doctor({
      NEXTAUTH_URL: proxy.url,
      PORT: new URL(proxy.url).port,
      INSTANCE_API_URL: `${instance.url}/api`,
    });
    expect(status).toBe(1);
    expect(of("largest import")?.message).toContain("client_max_body_size 5m");
    expect(of("public address")?.message).toContain("but not with the panel");
    expect(of("panel")?.message).toContain("Another program uses");
    expect(of("certificate")).toMatchObject({ state: "warning" });
    // The metrics answer only at an internal address.
    expect(of("instance's metrics")).toMatchObject({ state: "ok" });
    expect(of("instance")?.message).toContain("answers 404");
  } finally {
    proxy.server.close();
    instance.server.close();
  }
});

test("the doctor names a broken file, a missing folder, a readable data folder and a wrong variable", async () => {
  const folder = await mkdtemp(join(tmpdir(), "doctor-"));
  try {
    const broken = join(folder, "config.json");
    await writeFile(broken, "{");
    await chmod(folder, 0o755);
    const first = await doctor({ CONFIG_PATH: broken, DATA_DIR: folder, PORT: String(await freePort()) });
    expect(first.status).toBe(1);
    expect(first.of("configuration file")).toMatchObject({ state: "error" });
    expect(first.of("secrecy")?.message).toContain(`chmod 700`);
    expect(first.of("panel")).toMatchObject({ state: "warning" });
    expect(first.of("database")).toMatchObject({ state: "skipped" });
    const second = await doctor({ DATA_DIR: join(folder, "none"), LOG_LEVEL: "", PORT: "many" });
    expect(second.of("environment")?.message).toContain("PORT");
    expect(second.status).toBe(1);
  } finally {
    await rm(folder, { recursive: true });
  }
});

/** A proxy in front of the panel, as wrong as the test makes it. */
async function startProxy(
  change: (headers: Record<string, string>) => void,
): Promise<{ url: string; server: Server }> {
  const server = createServer((incoming, outgoing) => {
    const headers = { ...incoming.headers } as Record<string, string>;
    change(headers);
    const target = `${panel.url.replace("localhost", "127.0.0.1")}${incoming.url}`;
    const passed = request(target, { method: incoming.method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502);
      answer.pipe(outgoing);
    });
    incoming.pipe(passed);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

test("the doctor names a proxy that replaces the host, and one that is not trusted", async () => {
  const [wrongHost, untrusted, right] = await Promise.all([
    startProxy((headers) => (headers.host = "panel:3000")),
    startProxy((headers) => (headers["x-forwarded-for"] += ", 192.0.2.9")),
    startProxy(() => undefined),
  ]);
  try {
    const first = await doctor({ NEXTAUTH_URL: wrongHost.url });
    expect(first.of("proxy")?.message).toContain("arrive with the host panel:3000");
    const second = await doctor({ NEXTAUTH_URL: untrusted.url });
    expect(second.of("proxy")).toMatchObject({ state: "warning" });
    expect(second.of("proxy")?.message).toContain("which TRUSTED_PROXIES does not list");
    const third = await doctor({ NEXTAUTH_URL: right.url });
    expect(third.of("proxy")).toMatchObject({ state: "ok" });
    // Only who can read the panel's secret learns how a request arrived.
    const headers = { "x-instance-admin-doctor": "0".repeat(64) };
    expect(await (await fetch(`${panel.url}/api/health`, { headers })).text()).not.toContain("arrived");
  } finally {
    for (const { server } of [wrongHost, untrusted, right]) server.close();
  }
});

test("the doctor names a refused token, other key names, and a program that cannot be started", async () => {
  const version = { implementation: "spacebar-server-ts", version: { rev: "74df883a" } };
  const instance = await serve((url) =>
    url === "/_spacebar/api/version"
      ? [200, JSON.stringify(version)]
      : url.endsWith("/ping")
        ? [200, "{}"]
        : [401, "{}"],
  );
  try {
    const { of } = await doctor({
      INSTANCE_API_URL: `${instance.url}/api`,
      INSTANCE_OPERATOR_TOKEN: "expired",
      INSTANCE_RELOAD: 'command:["/usr/bin/no-such-program"]',
    });
    expect(of("instance")).toMatchObject({ state: "ok" });
    expect(of("operator token")?.message).toContain("refuses the operator token (401)");
    expect(of("edition")?.message).toContain("Set CONFIG_NAMING=branded");
    expect(of("reload")?.message).toContain("starts /usr/bin/no-such-program");
    // Without the variables, the command uses the connection that an operator entered in the panel.
    const client = await PanelClient.signIn(panel);
    const choice = { mode: "connected", url: `${instance.url}/api`, operatorToken: "entered" };
    expect((await client.send("PUT", "/api/panel/instance/connection", { choice })).status).toBe(200);
    const entered = await doctor();
    expect(entered.of("instance")).toMatchObject({ state: "ok" });
    expect(entered.of("operator token")?.message).toContain("refuses the operator token (401)");
  } finally {
    instance.server.close();
  }
});

test("the panel shows editors what the doctor found, and runs the checks once in 30 seconds", async () => {
  const path = "/api/panel/doctor";
  const client = await PanelClient.signIn(panel);
  const started = { checkedAt: null, isRunning: true, refusal: null, findings: [] };
  expect(await client.json<DoctorView>(path)).toEqual(started);
  // Returns the run in progress.
  expect((await client.send("POST", path, {})).status).toBe(200);
  const view = () => client.json<DoctorView>(path);
  await expect.poll(async () => (await view()).isRunning, { intervals: [100], timeout: 30_000 }).toBe(false);
  const { checkedAt, findings } = await view();
  expect(Math.abs(Date.now() - Number(checkedAt))).toBeLessThan(60_000);
  const names = (list: readonly { check: string }[]) => list.map(({ check }) => check);
  expect(names(findings)).toEqual(names((await doctor()).report.findings));
  expect(findings.find(({ check }) => check === "panel")).toMatchObject({ state: "ok" });
  // The panel sets NEXTAUTH_URL for itself.
  expect(findings.find(({ check }) => check === "public address")).toMatchObject({ state: "warning" });

  const refused = await client.send("POST", path, {});
  expect([refused.status, await refused.json()]).toMatchObject([429, { code: "rate-limited" }]);
  expect(refused.headers.get("retry-after")).toMatch(/^\d+$/);
});
