import { resolve } from "node:path";
import { nodeOf, supportedNodes } from "../../scripts/node-versions.mjs";
import { expect, Instance, test } from "../support/instance";
import { PanelClient } from "../support/session";

/*
 * Tests the production build with every supported version of Node. Forces garbage collection between the
 * steps. An incompatible native module often crashes the process only during a collection or at exit.
 */

for (const major of supportedNodes) {
  test(`the panel under Node ${major}: sign-in, save, wizard, garbage collection, stop`, async () => {
    const { executable, version } = nodeOf(major);
    const instance = await Instance.start({
      executable,
      env: { NODE_OPTIONS: `--import ${resolve("e2e/support/collect.mjs")}` },
    });
    const { panel } = instance;
    let collected = 0;
    const collectGarbage = async () => {
      collected += 1;
      process.kill(panel.pid, "SIGUSR2");
      const mark = `Garbage collected under ${version} (${collected})`;
      await expect.poll(panel.output, { intervals: [50] }).toContain(mark);
    };
    try {
      await collectGarbage();
      const client = await PanelClient.signIn(panel);
      await collectGarbage();

      expect((await client.saveSetting("general.instanceName", "Under any Node")).status).toBe(200);
      expect(await panel.readConfig()).toContain("Under any Node");
      await collectGarbage();

      const authorization = await client.userToken();
      const send = (path: string, body?: unknown) => instance.post(`/api/v9${path}`, body, { authorization });
      const application = await send("/applications", { name: "Harbor" });
      const bot = await send(`/applications/${application.body.id}/bot`);
      const guild = { guild_id: instance.guildId, permissions: "8", authorize: true };
      const authorized = await send(`/oauth2/authorize?client_id=${application.body.id}`, guild);
      expect([application.status, bot.status, authorized.status]).toEqual([200, 200, 200]);
      await collectGarbage();

      expect((await client.fetch("/api/health")).status).toBe(200);
      console.log(`Node ${version}: passed`);
    } finally {
      await instance.stop();
    }
    // If the process crashes while exiting, the code is not 0.
    expect(panel.ending()).toBe(0);
  });
}
