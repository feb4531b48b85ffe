import { spawnSync } from "node:child_process";
import { copyFile, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ConfigSnapshot } from "@/lib/shared/contract/config-snapshot";
import type { RevisionPage } from "@/lib/shared/contract/history";
import type { FileHistories } from "@/lib/shared/contract/config";
import type { WatchAnswer } from "@/lib/shared/contract/watch";
import { databaseOf } from "../support/database";
import { expect, test } from "../support/instance";
import { type Panel, startPanel } from "../support/panel";
import { createDatabase } from "../support/postgres";
import { PanelClient } from "../support/session";

async function save(client: PanelClient, value: string): Promise<void> {
  const { etag } = await client.json<ConfigSnapshot>("/api/panel/config");
  const operations = [{ op: "set", path: "general.instanceName", value }];
  const headers = { "if-match": `"${etag}"` };
  expect((await client.send("PATCH", "/api/panel/config", { operations }, headers)).status).toBe(200);
}

/**
 * Follows the steps in docs/operations.md, "Backup and restore".
 * @returns the environment for the restored panel
 */
async function backUp(panel: Panel, databaseUrl: string | undefined, folder: string) {
  const env = { DATA_DIR: folder, CONFIG_PATH: join(folder, "config.json") };
  if (databaseUrl === undefined) {
    const own = { ...process.env, DATA_DIR: panel.dataDir, CONFIG_PATH: panel.configPath, DATABASE_URL: "" };
    const { status } = spawnSync(process.execPath, ["scripts/backup.mjs", folder], { env: own });
    expect(status).toBe(0);
    return { env };
  }
  await mkdir(folder);
  await copyFile(panel.configPath, env.CONFIG_PATH);
  for (const name of ["nextauth-secret", "audit-key", "audit-head"])
    await copyFile(join(panel.dataDir, name), join(folder, name));
  // Copies the database. The result is the same as restoring a dump into a new database.
  const name = new URL(databaseUrl).pathname.slice(1);
  return { env, databaseUrl: await createDatabase(databaseUrl.replace(name, "postgres"), name) };
}

test("a panel that was restored to another path has all versions of the file and all measurements", async ({
  newDatabase,
}) => {
  const parent = await mkdtemp(join(tmpdir(), "restored-"));
  const databaseUrl = await newDatabase();
  const panel = await startPanel({ config: "{}\n", databaseUrl, env: { WATCH_INTERVAL: "3600" } });
  try {
    const client = await PanelClient.signIn(panel);
    for (const name of ["Harbor", "Lagoon", "Pier"]) await save(client, name);
    expect((await client.send("POST", "/api/panel/watch/check", {})).status).toBe(200);
    const page = (one: PanelClient) => one.json<RevisionPage>("/api/panel/config/revisions");
    const { total } = await page(client);
    expect(total).toBeGreaterThan(3);
    await panel.stop();
    const folder = join(parent, "backup");
    const restored = await startPanel(await backUp(panel, databaseUrl, folder));
    try {
      const again = await PanelClient.signIn(restored);
      const { revisions } = await page(again);
      expect(revisions).toHaveLength(total);
      const { text } = await again.json<{ text: string }>(`/api/panel/config/revisions/${revisions[2]?.id}`);
      expect(text).toContain("Harbor");
      expect(await again.json<FileHistories>("/api/panel/config/histories")).toMatchObject({
        basis: "content",
        histories: [{ isCurrent: true, paths: [join(folder, "config.json"), panel.configPath] }],
      });
      expect(restored.output()).toContain(`History          continued from ${panel.configPath}`);
      const { own } = await again.json<WatchAnswer>("/api/panel/watch?range=24h");
      expect(own.total.requests).toBeGreaterThan(0);
      await save(again, "Quay");
      expect((await page(again)).total).toBe(total + 1);
    } finally {
      await restored.stop();
    }
  } finally {
    await panel.dispose();
    await rm(parent, { recursive: true, force: true });
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
