import { spawnSync } from "node:child_process";
import { mkdir, mkdtemp, rm, rmdir, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ConfigSnapshot } from "@/lib/shared/contract/config-snapshot";
import { lockSqlite } from "../support/database";
import { expect, SECRET, test } from "../support/instance";
import { type Panel, startPanel } from "../support/panel";
import { rawRequest } from "../support/raw-request";
import { PanelClient } from "../support/session";

/*
 * Tests what the panel creates or reuses in the data folder at startup. If the panel cannot store data, it
 * refuses writes, and its health check reports the reason.
 */

const config = '{ "general": { "instanceName": "Harbor" } }\n';

async function summaryOf(response: Response): Promise<string> {
  const { detail = "" } = (await response.json()) as { detail?: string };
  return `${response.status} ${detail}`;
}

async function healthOf(panel: Panel): Promise<string> {
  const response = await fetch(`${panel.url}/api/health`);
  const { database, reasons = [] } = (await response.json()) as { database: string; reasons?: string[] };
  return `${response.status} ${database} ${reasons.join(" ")}`;
}

/**
 * Polls the panel's health, because the panel caches each result for a moment. The timeout exceeds the 15
 * seconds for which a health check may wait for a locked database.
 */
const untilHealth = (panel: Panel) =>
  expect.poll(() => healthOf(panel), { intervals: [100], timeout: 30_000 });

/*
 * A panel whose database is locked by another program. A save waits 15 seconds for the lock. So the save
 * starts before the first test, and a later test checks the result.
 */
let locked: { panel: Panel; client: PanelClient; file: string; save: Promise<string> };
let release = (): void => undefined;
test.beforeAll(async () => {
  const panel = await startPanel({ config });
  const client = await PanelClient.signIn(panel);
  const file = await panel.readConfig();
  release = lockSqlite(panel.dataDir);
  const save = client.saveSetting("general.instanceName", "Quay").then(summaryOf, String);
  locked = { panel, client, file, save };
});
test.afterAll(async () => {
  release();
  await locked.panel.dispose();
});

test("the panel serves requests while another program locks its database", async () => {
  for (let count = 0; count < 20; count += 1) {
    expect((await fetch(`${locked.panel.url}/icon.svg`)).status).toBe(200);
  }
  expect(await Promise.race([locked.save, "still waiting"])).toBe("still waiting");
});

test("the first start creates missing files, and later starts reuse the files", async () => {
  const first = await startPanel();
  try {
    expect(first.output()).toContain(first.url);
    expect(first.output()).toContain(first.configPath);
    expect(first.output()).not.toContain("/setup?token=");
    const file = await first.readConfig();
    const config = JSON.parse(file) as { security: { jwtSecret: string } };
    expect(Buffer.from(config.security.jwtSecret, "base64").length).toBeGreaterThanOrEqual(32);
    expect((await stat(first.configPath)).mode & 0o777).toBe(0o600);
    expect((await stat(join(first.dataDir, "nextauth-secret"))).mode & 0o777).toBe(0o600);
    expect((await stat(join(first.dataDir, "instance.db"))).mode & 0o777).toBe(0o600);
    expect(await (await fetch(`${first.url}/api/health`)).json()).toMatchObject({ status: "ok" });
    const client = await PanelClient.signIn(first);
    const guilds = await client.json<{ id: string; owner: { username: string } }[]>("/api/panel/guilds");
    expect(guilds).toHaveLength(1);
    expect(guilds[0]?.owner.username).toBe("keeper");
    await first.stop();

    const { folder } = first;
    const second = await startPanel({ folder, env: { OPERATOR_PASSWORD: "another password" } });
    try {
      expect(await second.readConfig()).toBe(file);
      // The password and the session from before the restart are still valid.
      await PanelClient.signIn(second);
      expect((await client.at(second).fetch("/api/panel/guilds")).status).toBe(200);
    } finally {
      await second.stop();
    }
  } finally {
    await first.dispose();
  }
});

test("a broken file is never overwritten, and the panel recovers when the file is fixed", async () => {
  const cutOff = '{ "general": { "instanceName": "Har';
  const broken = [
    { bytes: cutOff, line: 1, column: undefined },
    { bytes: "", line: undefined, column: undefined },
    { bytes: '{\n    "general": {\n        "instanceName": "Harbor",,\n    }\n}\n', line: 3, column: 34 },
  ];
  const panel = await startPanel({ config: cutOff });
  try {
    // The panel has never read a valid version of the file (docs/instance-api.md). configuration-away.spec.ts
    // tests a file that was valid at first.
    const post = (path: string) => rawRequest(panel.url, `/api/v9${path}`, {});
    for (const path of [
      "/applications",
      "/applications/1/bot",
      "/applications/1/bot/reset",
      "/oauth2/authorize",
    ]) {
      const { status, headers, body } = await post(path);
      expect([path, status, body]).toEqual([path, 503, { code: 0, message: "503: Service Unavailable" }]);
      expect(headers["access-control-allow-origin"]).toBe("*");
    }
    const client = await PanelClient.signIn(panel);
    for (const { bytes, line, column } of broken) {
      if (bytes !== cutOff) await panel.replaceConfig(bytes);
      const document = await client.json<ConfigSnapshot>("/api/panel/config");
      expect([bytes, document.file.state]).toEqual([bytes, "broken"]);
      const problem = document.problems.find((candidate) => candidate.severity === "error");
      expect(problem?.message).toBeTruthy();
      if (line !== undefined) expect(problem?.line).toBe(line);
      if (column !== undefined) expect(problem?.column).toBe(column);
      const refused = await client.send(
        "PATCH",
        "/api/panel/config",
        { operations: [{ op: "set", path: "general.instanceName", value: "X" }] },
        { "if-match": `"${document.etag}"` },
      );
      expect(refused.status).toBe(409);
      expect(await refused.json()).toMatchObject({ code: "config-unusable" });
      expect(await panel.readConfig()).toBe(bytes);
      const health = await fetch(`${panel.url}/api/health`);
      expect(health.status).toBe(503);
      expect(await health.json()).toMatchObject({ configuration: "broken" });
    }

    await rm(panel.configPath);
    await mkdir(panel.configPath);
    const { file, problems } = await client.json<ConfigSnapshot>("/api/panel/config");
    expect(file).toMatchObject({ state: "unreadable", path: panel.configPath });
    expect(problems[0]?.message).toContain("CONFIG_PATH is a folder");

    await rmdir(panel.configPath);
    await panel.replaceConfig(JSON.stringify({ security: { jwtSecret: SECRET } }));
    expect((await post("/applications")).status).toBe(401);
  } finally {
    await panel.dispose();
  }
});

test("a full disk is reported, and saves are refused until there is space again", async () => {
  const folder = await mkdtemp(join(tmpdir(), "instance-admin-full-"));
  const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=8m", "tmpfs", folder]).status === 0;
  if (!mounted) await rm(folder, { recursive: true });
  test.skip(!mounted, "SKIPPED: a separate disk needs root and the right to mount");
  const panel = await startPanel({ config, env: { DATA_DIR: folder } });
  try {
    const client = await PanelClient.signIn(panel);
    const before = await panel.readConfig();
    spawnSync("sh", ["-c", `cat /dev/zero > ${join(folder, "ballast")}`]);

    await untilHealth(panel).toMatch(/^503 unavailable .*is full/);
    // Saves until a save is refused, because the first saves may fit into free space in the database. A
    // refused save leaves the file unchanged.
    const statuses = new Set<number>();
    for (let count = 0; count < 40 && !statuses.has(503); count += 1) {
      const name = `${count} ${"x".repeat(40)}`;
      const { status } = await client.saveSetting("general.instanceName", name);
      statuses.add(status);
      expect((await panel.readConfig()).includes(name)).toBe(status === 200);
    }
    expect([...statuses].filter((status) => status !== 200)).toEqual([503]);

    await rm(join(folder, "ballast"));
    await untilHealth(panel).toMatch(/^200 ok/);
    expect((await client.saveSetting("general.instanceName", "Quay")).status).toBe(200);
    expect(await panel.readConfig()).not.toBe(before);
  } finally {
    await panel.dispose();
    spawnSync("umount", ["-l", folder]);
    await rm(folder, { recursive: true });
  }
});

test("a save is refused if the database stays locked, and works after the lock is released", async () => {
  const { panel, client, file, save } = locked;
  expect(await save).toMatch(/^503 /);
  expect(await panel.readConfig()).toBe(file);
  await untilHealth(panel).toMatch(/^503 unavailable/);

  release();
  expect((await client.saveSetting("general.instanceName", "Quay")).status).toBe(200);
  await untilHealth(panel).toMatch(/^200 ok/);
});

test("a running panel reports that its data folder was deleted, and refuses changes", async () => {
  const { panel, client, save } = locked;
  release();
  await save;
  expect((await client.saveSetting("general.instanceName", "Pier")).status).toBe(200);
  const before = await panel.readConfig();
  await rm(panel.dataDir, { recursive: true });

  await untilHealth(panel).toMatch(/^503 unavailable .*deleted or replaced/);
  expect(await summaryOf(await client.saveSetting("general.instanceName", "Lost"))).toMatch(
    /^503 .*(not|Nothing was) changed/,
  );
  expect(await panel.readConfig()).toBe(before);
  await expect(PanelClient.signIn(panel)).rejects.toThrow("Sign-in failed");
  const guild = await client.send("POST", "/api/panel/guilds", { name: "Lost" });
  expect(guild.status).toBe(503);
});
