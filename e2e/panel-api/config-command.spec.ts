import { spawnSync } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { type Panel, startPanel } from "../support/panel";

let panel: Panel;
test.beforeAll(async () => {
  panel = await startPanel({ config: '{ "limits": { "user": { "maxGuilds": 50 } } }' });
});
test.afterAll(() => panel.dispose());

function config(...words: string[]) {
  const env = { ...process.env, CONFIG_PATH: panel.configPath, DATA_DIR: panel.dataDir, DATABASE_URL: "" };
  const { status, stdout, stderr } = spawnSync(process.execPath, ["scripts/config.mjs", ...words], {
    env,
    encoding: "utf8",
  });
  return { status, output: stdout.trim(), error: stderr.trim() };
}

test("npm run config reads, saves, lists and undoes while the panel runs", async () => {
  expect(config("get", "limits.user.maxGuilds")).toEqual({ status: 0, output: "50", error: "" });
  const saved = config("set", "limits.user.maxGuilds", "77", "--note=More room", "--json");
  const { version } = JSON.parse(saved.output) as { version: number };
  expect(await panel.readConfig()).toContain('"maxGuilds": 77');
  const [newest] = JSON.parse(config("history", "--json").output) as Record<string, unknown>[];
  expect(newest).toMatchObject({ id: version, author: "Command line", note: "More room" });
  expect(config("undo", String(version)).status).toBe(0);
  expect(config("get", "limits.user.maxGuilds").output).toBe("50");

  const patch = join(panel.folder, "patch.json");
  const operations = [{ op: "set", path: "general.instanceName", value: "As code" }];
  await writeFile(patch, JSON.stringify({ operations }));
  expect(config("apply", patch).status).toBe(0);
  expect(config("get", "general.instanceName").output).toBe('"As code"');
});

test("npm run config explains a wrong value, and prints no secret", () => {
  const refused = config("set", "limits.user.maxGuilds", "many");
  expect(refused.status).toBe(2);
  expect(refused.error).toContain("limits.user.maxGuilds: Enter a whole number");
  const secret = config("get", "security.jwtSecret");
  expect([secret.status, secret.output]).toEqual([2, ""]);
  const all = config("get").output;
  expect(Object.keys(JSON.parse(all) as object)).toContain("limits.user.maxGuilds");
  expect(all).not.toContain("jwtSecret");
});

test("npm run config -- diff exits with 1 if the file differs from another file or its last version", async () => {
  await panel.stop();
  expect(config("diff").status).toBe(0);
  const copy = join(panel.folder, "copy.json");
  await writeFile(copy, await panel.readConfig());
  expect(config("diff", copy)).toMatchObject({ status: 0, output: "No differences." });
  await panel.replaceConfig((await panel.readConfig()).replace('"maxGuilds": 50', '"maxGuilds": 51'));
  expect(config("diff", copy)).toMatchObject({ status: 1, output: "limits.user.maxGuilds: 51 → 50" });
  expect(config("diff")).toMatchObject({ status: 1, output: "limits.user.maxGuilds: 50 → 51" });
});
