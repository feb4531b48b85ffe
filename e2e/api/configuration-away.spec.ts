import { writeFile } from "node:fs/promises";
import { endpoints } from "../support/endpoints";
import { expect, SECRET, test } from "../support/instance";
import { startPanel } from "../support/panel";
import { rawRequest } from "../support/raw-request";

/* The live file decides on every request (docs/instance-api.md); here it cannot be read, or only its last version could. */

test.skip(({ database }) => database === "postgres", "nothing of this is stored");

test("without a usable file endpoints answer 503, and go on when it is mended", async () => {
  const cutOff = '{ "security": ';
  const panel = await startPanel({ config: cutOff });
  try {
    for (const path of [
      "/applications",
      "/applications/1/bot",
      "/applications/1/bot/reset",
      "/oauth2/authorize",
    ]) {
      const { status, headers, body } = await rawRequest(panel.url, `/api/v9${path}`, {});
      expect([path, status, body]).toEqual([path, 503, { code: 0, message: "503: Service Unavailable" }]);
      expect(headers["access-control-allow-origin"]).toBe("*");
    }
    expect(await panel.readConfig()).toBe(cutOff);
    await writeFile(panel.configPath, JSON.stringify({ security: { jwtSecret: SECRET } }));
    expect((await rawRequest(panel.url, "/api/v9/applications", {})).status).toBe(401);
  } finally {
    await panel.dispose();
  }
});

test("while the file is broken its last usable version counts", async ({ instance }) => {
  const before = await instance.panel.readConfig();
  instance.configure((config) => void (config.limits = { user: { maxUsername: 10 } }));
  const post = (name: string) => instance.post("/api/v9/applications", { name });
  try {
    // The panel has read it before it is broken.
    expect((await post("x".repeat(11))).status).toBe(400);
    await writeFile(instance.panel.configPath, '{ "limits": ');
    for (const [name, prepare] of Object.entries(endpoints)) {
      const { method = "POST", path, body } = await prepare(instance);
      expect([name, (await instance.call(method, `/api/v9${path}`, body)).status]).toEqual([name, 200]);
    }
    expect((await post("x".repeat(11))).status).toBe(400);
  } finally {
    await instance.panel.replaceConfig(before);
  }
});
