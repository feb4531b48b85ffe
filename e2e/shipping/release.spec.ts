import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import sharp from "sharp";
import { nodeOf } from "../../scripts/node-versions.mjs";
import { pagesOf } from "../support/pages";
import { operator, startPanel } from "../support/panel";
import { unpackRelease } from "../support/release";
import { PanelClient } from "../support/session";

const MAX_UNPACKED_MB = 80;

for (const major of [20, 24]) {
  test(`an unpacked release serves every page and command with only Node ${major} on the path`, async ({
    page,
  }) => {
    test.setTimeout(240_000);
    const { executable, version } = nodeOf(major);
    const release = unpackRelease(executable);
    const since = performance.now();
    const panel = await startPanel({
      command: [release.program, "serve"],
      env: { PATH: release.path, NODE_OPTIONS: "" },
    });
    try {
      expect((await fetch(`${panel.url}/login`)).status).toBe(200);
      console.log(`Node ${version}: sign-in page after ${Math.round(performance.now() - since)} ms`);
      const failures: string[] = [];
      page.on("pageerror", (error) => failures.push(error.message));
      page.on("response", (response) => {
        if (response.status() >= 400) failures.push(`${response.status()} ${response.url()}`);
      });
      await page.goto(`${panel.url}/login`);
      await page.getByLabel("Username").fill(operator.username);
      await page.getByLabel("Password", { exact: true }).fill(operator.password);
      await page.getByRole("button", { name: "Sign in" }).click();
      await expect(page).toHaveURL(`${panel.url}/`);

      const client = await PanelClient.signIn(panel);
      expect((await client.saveSetting("general.instanceName", "Unpacked")).status).toBe(200);
      const created = await client.send("POST", "/api/panel/guilds", { name: "Pier" });
      const guild = (await created.json()) as { id: string };
      const headers = { authorization: await client.userToken(), "content-type": "application/json" };
      const send = async (path: string, body: unknown) => {
        const init = { method: "POST", headers, body: JSON.stringify(body) };
        const response = await fetch(`${panel.url}/api/v9${path}`, init);
        expect(response.status).toBe(200);
        return (await response.json()) as { id: string };
      };
      const { id } = await send("/applications", { name: "Harbor" });
      await send(`/applications/${id}/bot`, {});
      const authorization = { guild_id: guild.id, permissions: "8", authorize: true };
      await send(`/oauth2/authorize?client_id=${id}`, authorization);
      const picture = { create: { width: 64, height: 64, channels: 3, background: "#2f5fd0" } } as const;
      const body = new Uint8Array(await sharp(picture).png().toBuffer());
      expect((await client.fetch(`/api/panel/bots/${id}/avatar`, { method: "PUT", body })).status).toBe(200);

      for (const path of pagesOf("neutral")) {
        await page.goto(`${panel.url}${path}`);
        await expect(page.getByRole("heading", { level: 1 }), path).toBeVisible();
      }
      expect(failures).toEqual([]);

      const env = { DATA_DIR: panel.dataDir, CONFIG_PATH: panel.configPath };
      const { version: own } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
      expect(release.run(env, "version")).toEqual({ status: 0, output: `${own}\n` });
      const { port } = new URL(panel.url);
      expect(release.run({ ...env, PORT: port }, "health")).toMatchObject({ status: 0 });
      expect(release.run({ ...env, PORT: port }, "doctor")).toMatchObject({ status: 0 });
      expect(release.run(env, "config", "get", "general.instanceName").output).toBe('"Unpacked"\n');
      expect(release.run(env, "audit", "verify")).toMatchObject({ status: 0 });
      expect(release.run(env, "backup", join(panel.folder, "copy"))).toMatchObject({ status: 0 });
      const reset = release.run(env, "operator", "reset", operator.username);
      expect(reset).toMatchObject({ status: 0, output: expect.stringContaining("password") });
      expect(release.run(env, "nothing").status).toBe(1);
    } finally {
      await panel.stop();
      console.log(`Node ${version}: stopped with ${panel.ending()}`);
      await panel.dispose();
      release.dispose();
    }
    expect(panel.ending()).toBe(0);
  });
}

test("a release is small, and lists its packages and their licenses", () => {
  const release = unpackRelease(process.execPath);
  try {
    const read = (name: string) => readFileSync(join(release.folder, name), "utf8");
    const bom = JSON.parse(read("sbom.cdx.json")) as { bomFormat: string; components: { name: string }[] };
    const names = bom.components.map(({ name }) => name);
    expect(bom.bomFormat).toBe("CycloneDX");
    expect(names).toEqual(expect.arrayContaining(["next", "react", "zod", "@node-rs/argon2", "sharp"]));
    expect(names.filter((name) => /win32|esbuild/.test(name))).toEqual([]);
    const licenses = read("THIRD-PARTY-LICENSES.txt");
    for (const name of names) expect(licenses).toContain(`\n${name} `);
    expect(release.megabytes()).toBeLessThanOrEqual(MAX_UNPACKED_MB);
    const files = readdirSync(release.folder, { recursive: true, encoding: "utf8" });
    expect(files.filter((name) => /(?:^|\/)\.git(?:\/|$)|\.(?:test|spec)\.tsx?$/.test(name))).toEqual([]);
  } finally {
    release.dispose();
  }
});
