import { writeFile } from "node:fs/promises";
import { endpoints } from "../support/endpoints";
import { anyDatabase, expect, test } from "../support/instance";

/*
 * Tests what happens if the file becomes invalid while the panel is running (docs/instance-api.md).
 * data-folder.spec.ts tests a panel that has never read a valid file.
 */

test("the last valid version is used while the file is invalid", anyDatabase, async ({ instance }) => {
  const before = await instance.panel.readConfig();
  instance.configure((config) => void (config.limits = { user: { maxUsername: 10 } }));
  const post = (name: string) => instance.post("/api/v9/applications", { name });
  try {
    // This request makes the panel read the valid file.
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
