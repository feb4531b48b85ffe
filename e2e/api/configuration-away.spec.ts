import { writeFile } from "node:fs/promises";
import { endpoints } from "../support/endpoints";
import { expect, test } from "../support/instance";

/*
 * The live file decides every request (docs/instance-api.md); here it becomes unreadable. data-folder.spec.ts
 * tests a panel that could never read it.
 */

test.skip(({ database }) => database === "postgres", "nothing of this is stored");

test("uses the last valid version while the file is invalid", async ({ instance }) => {
  const before = await instance.panel.readConfig();
  instance.configure((config) => void (config.limits = { user: { maxUsername: 10 } }));
  const post = (name: string) => instance.post("/api/v9/applications", { name });
  try {
    // The panel has read the file before it is broken.
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
