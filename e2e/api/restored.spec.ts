import { spawnSync } from "node:child_process";
import { copyFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BackupView } from "@/lib/shared/contract/backups";
import type { ConfigSnapshot } from "@/lib/shared/contract/config-snapshot";
import type { RevisionPage } from "@/lib/shared/contract/history";
import type { FileHistories } from "@/lib/shared/contract/config";
import type { WatchAnswer } from "@/lib/shared/contract/watch";
import { databaseOf } from "../support/database";
import { expect, SESSION_SECRET, test } from "../support/instance";
import { type Panel, startPanel } from "../support/panel";
import { createDatabase, dropDatabase } from "../support/postgres";
import { PanelClient } from "../support/session";
import { addApp, codeOf } from "../support/totp";

async function save(client: PanelClient, value: string): Promise<void> {
  const { etag } = await client.json<ConfigSnapshot>("/api/panel/config");
  const operations = [{ op: "set", path: "general.instanceName", value }];
  const headers = { "if-match": `"${etag}"` };
  expect((await client.send("PATCH", "/api/panel/config", { operations }, headers)).status).toBe(200);
}

/** Runs a command as its user would, and returns what it printed. */
function run(name: "audit-verify" | "backup" | "restore", env: Record<string, string>, ...words: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [`scripts/${name}.mjs`, ...words], {
    env: { ...process.env, DATABASE_URL: "", ...env },
    encoding: "utf8",
  });
  expect([status, stderr]).toEqual([0, ""]);
  return stdout;
}

// The steps are those in docs/operations.md, "A machine that lost everything".
test("a machine that lost everything is restored at other paths, with history, audit log and secrets", async ({
  newDatabase,
}) => {
  const parent = await mkdtemp(join(tmpdir(), "restored-"));
  const databaseUrl = await newDatabase();
  const isPostgres = databaseUrl !== undefined;
  // Replicas have these secrets in the environment. Otherwise, they are in the data folder.
  const given: Record<string, string> = isPostgres
    ? { AUDIT_KEY: SESSION_SECRET, NEXTAUTH_SECRET: SESSION_SECRET }
    : {};
  const panel = await startPanel({
    ...{ config: "{}\n", databaseUrl },
    env: { WATCH_INTERVAL: "3600", ...given },
  });
  const backup = join(parent, "backup");
  const mate = { username: "mate", password: "a lantern on the pier" };
  const page = (one: PanelClient) => one.json<RevisionPage>("/api/panel/config/revisions");
  let lost: { total: number; key: string; token: string };
  try {
    const client = await PanelClient.signIn(panel);
    for (const name of ["Harbor", "Lagoon", "Pier"]) await save(client, name);
    expect((await client.send("POST", "/api/panel/watch/check", {})).status).toBe(200);
    await client.addOperator(mate);
    const { key } = await addApp(await PanelClient.signIn(panel, mate));
    const body = { name: "pipeline", role: "viewer", confirmed: false, expiresInDays: 1 };
    const made = await client.send("POST", "/api/panel/api-tokens", body);
    const { token } = (await made.json()) as { token: string };
    const { total } = await page(client);
    lost = { total, key, token };
    expect(total).toBeGreaterThan(3);
    await databaseOf(databaseUrl, panel.dataDir).query(
      `insert into planned_applies (file_id, at, actor, planner, role, etag, created_at)
        select id, ${Date.now() + 3_600_000}, 'keeper', 'operator 1', 'owner', 'e', 1 from config_files`,
    );
    const source = { DATA_DIR: panel.dataDir, CONFIG_PATH: panel.configPath };
    run("backup", { ...source, ...(isPostgres && { DATABASE_URL: databaseUrl }) }, backup);
  } finally {
    await panel.dispose();
  }
  const server = databaseUrl?.replace(new URL(databaseUrl).pathname, "/postgres");
  if (isPostgres) await dropDatabase(server!, databaseUrl);

  const env = { DATA_DIR: join(parent, "new/data"), CONFIG_PATH: join(parent, "new/etc/chat.json") };
  const emptyUrl = isPostgres ? await createDatabase(server!) : undefined;
  const target = { ...env, ...given, ...(emptyUrl !== undefined && { DATABASE_URL: emptyUrl }) };
  expect(run("restore", target, backup)).toContain(`Restored to ${env.DATA_DIR} and ${env.CONFIG_PATH}: `);
  expect(run("audit-verify", target)).toMatch(
    /^The audit log is intact: \d+ entries\. Compared with .*\/new\/data\/audit-head \(entry \d+\)\.\n$/,
  );
  // A plan that may have been canceled since the backup must not restart the instance.
  expect(await databaseOf(emptyUrl, env.DATA_DIR).query("select * from planned_applies")).toEqual([]);
  if (isPostgres) {
    const { AUDIT_KEY: _, ...withoutKey } = given;
    await expect(startPanel({ env: { ...env, ...withoutKey }, databaseUrl: emptyUrl })).rejects.toThrow(
      /AUDIT_KEY/,
    );
  }
  const restored = await startPanel({ env: { ...env, ...given }, databaseUrl: emptyUrl });
  try {
    const again = await PanelClient.signIn(restored);
    const code = codeOf(lost.key, 1);
    expect((await new PanelClient(restored.url).trySignIn({ ...mate, code })).status).toBe(200);
    const authorization = `Bearer ${lost.token}`;
    expect((await fetch(`${restored.url}/api/panel/config`, { headers: { authorization } })).status).toBe(
      200,
    );
    const { revisions } = await page(again);
    expect(revisions).toHaveLength(lost.total);
    const { text } = await again.json<{ text: string }>(`/api/panel/config/revisions/${revisions[2]?.id}`);
    expect(text).toContain("Harbor");
    expect(await again.json<FileHistories>("/api/panel/config/histories")).toMatchObject({
      basis: "content",
      histories: [{ isCurrent: true, paths: [env.CONFIG_PATH, panel.configPath] }],
    });
    expect(restored.output()).toContain(`History          continued from ${panel.configPath}`);
    const { own } = await again.json<WatchAnswer>("/api/panel/watch?range=24h");
    expect(own.total.requests).toBeGreaterThan(0);
    await save(again, "Quay");
    expect((await page(again)).total).toBe(lost.total + 1);
  } finally {
    await restored.dispose();
    await rm(parent, { recursive: true, force: true });
  }
});

test("an owner restores a backup in the panel, and a start makes it if no other replica runs", async ({
  newDatabase,
}) => {
  const databaseUrl = await newDatabase();
  const secrets = { AUDIT_KEY: SESSION_SECRET, NEXTAUTH_SECRET: SESSION_SECRET };
  const panel = await startPanel({ config: "{}\n", databaseUrl, env: secrets });
  const again = () => startPanel({ folder: panel.folder, databaseUrl, env: secrets });
  const view = (client: PanelClient) => client.json<BackupView>("/api/panel/backups");
  try {
    const client = await PanelClient.signIn(panel);
    await save(client, "Harbor");
    const backUp = async () => {
      expect((await client.send("POST", "/api/panel/backups", {})).status).toBe(200);
      await expect.poll(async () => (await view(client)).backups[0]?.state).toBe("done");
      return (await view(client)).backups[0];
    };
    const backup = await backUp();
    await save(client, "Lagoon");
    const later = await backUp();
    const plan = async (from: PanelClient) =>
      expect(
        (await from.send("POST", `/api/panel/backups/${backup!.id}/restore`, { withConfig: true })).status,
      ).toBe(200);
    await plan(client);
    let restarted: Panel;
    if (databaseUrl !== undefined) {
      const replica = await startPanel({
        databaseUrl,
        env: { ...secrets, CONFIG_PATH: panel.configPath },
      });
      await panel.stop();
      restarted = await again();
      const { lastRestore } = await view(await PanelClient.signIn(restarted));
      expect(lastRestore?.problem).toContain("Another replica uses the database. Nothing was changed.");
      expect(await panel.readConfig()).toContain("Lagoon");
      await replica.dispose();
      await plan(await PanelClient.signIn(restarted));
      await restarted.stop();
    } else await panel.stop();
    restarted = await again();
    try {
      const restored = await PanelClient.signIn(restarted);
      const { backups, lastRestore } = await view(restored);
      expect(lastRestore).toMatchObject({ problem: null, by: "keeper" });
      expect(backups[0]).toMatchObject({ folder: lastRestore?.before, by: "keeper", state: "done" });
      expect(backups.map(({ folder }) => folder)).toContain(later?.folder);
      expect(await panel.readConfig()).toContain("Harbor");
      const { revisions } = await restored.json<RevisionPage>("/api/panel/config/revisions");
      expect(revisions.map(({ author }) => author)).toContain("keeper");
      const target = { DATA_DIR: panel.dataDir, CONFIG_PATH: panel.configPath, ...secrets };
      const verified = run("audit-verify", {
        ...target,
        ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
      });
      expect(verified).toMatch(/^The audit log is intact/);
      await save(restored, "Quay");
    } finally {
      await restarted.stop();
    }
  } finally {
    await panel.dispose();
  }
});

test("two configuration files that share a database have separate data", async ({ newDatabase }) => {
  const databaseUrl = await newDatabase();
  const panel = await startPanel({ config: "{}\n", databaseUrl, env: { WATCH_INTERVAL: "3600" } });
  const { folder, dataDir } = panel;
  try {
    const client = await PanelClient.signIn(panel);
    for (const name of ["Harbor", "Lagoon"]) await save(client, name);
    expect((await client.send("POST", "/api/panel/watch/check", {})).status).toBe(200);
    await panel.stop();
    const CONFIG_PATH = join(folder, "copy.json");
    await copyFile(panel.configPath, CONFIG_PATH);
    const second = await startPanel({ folder, databaseUrl, env: { CONFIG_PATH } });
    const other = await PanelClient.signIn(second);
    expect(await other.json<RevisionPage>("/api/panel/config/revisions")).toMatchObject({ total: 1 });
    expect(await other.json<WatchAnswer>("/api/panel/watch?range=24h")).toMatchObject({
      parts: [],
      times: {},
    });
    const { problems } = await other.json<ConfigSnapshot>("/api/panel/config");
    expect(problems).toContainEqual(
      expect.objectContaining({ message: expect.stringContaining("History page") }),
    );
    const { basis, histories } = await other.json<FileHistories>("/api/panel/config/histories");
    expect([basis, histories.length]).toEqual(["copy", 2]);
    const original = histories.find(({ isCurrent }) => !isCurrent);
    const chosen = await other.send("POST", "/api/panel/config/histories", { history: original?.id });
    expect(chosen.status).toBe(200);
    const { total } = await other.json<RevisionPage>("/api/panel/config/revisions");
    expect(total).toBe((original?.versions ?? 0) + 1);
    await second.stop();
    const audit = await databaseOf(databaseUrl, dataDir).query<{ actor: string; outcome: string }>(
      "select actor, outcome from audit where action = 'config.history' order by id",
    );
    expect(audit.map(({ actor, outcome }) => `${actor} ${outcome}`)).toEqual([
      "system done",
      "keeper begun",
      "keeper done",
    ]);
  } finally {
    await panel.dispose();
  }
});
