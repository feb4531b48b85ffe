import { Instance, SECRET, test as base } from "./instance";
import { type Panel, startPanel } from "./panel";
import { PanelClient } from "./session";

/** With this token the worker's panel tells its metrics. */
export const METRICS_TOKEN = "a-token-for-the-metrics";

const plain = JSON.stringify({ security: { jwtSecret: SECRET } });

interface Lent {
  panel: Panel;
  /** A new session of the operator. */
  client: PanelClient;
}

interface Shared {
  /** Started once per worker; the tests of several files use it one after another. */
  instance: Instance;
  /**
   * The worker's panel with this configuration file, for the tests of one file. Its database holds what earlier tests
   * stored: tests that count all rows, end the process or depend on its environment start a panel of their own.
   */
  panelWith: (config?: string) => Promise<Lent>;
  /** A panel that waits for its first operator and still does after each test. */
  panelBeforeSetUp: Panel;
}

/** The `test` function for the panel's own API. One for all files, so that Playwright need not change workers between them. */
export const test = base.extend<object, Shared>({
  instance: [
    async ({ newDatabase }, run) => {
      const instance = await Instance.start({ databaseUrl: await newDatabase(), env: { METRICS_TOKEN } });
      await run(instance);
      await instance.stop();
    },
    { scope: "worker" },
  ],
  panelWith: [
    async ({ instance }, run) => {
      await run(async (config = plain) => {
        const { panel } = instance;
        await panel.replaceConfig(config);
        const client = await PanelClient.signIn(panel);
        // Values that the file of earlier tests had are not to be offered again.
        await client.fetch("/api/panel/config/undone", { method: "DELETE" });
        return { panel, client };
      });
    },
    { scope: "worker" },
  ],
  panelBeforeSetUp: [
    async ({ newDatabase }, run) => {
      const env = { OPERATOR_USERNAME: "", OPERATOR_PASSWORD: "" };
      const panel = await startPanel({ databaseUrl: await newDatabase(), env });
      await run(panel);
      await panel.dispose();
    },
    { scope: "worker" },
  ],
});
export { expect } from "@playwright/test";
