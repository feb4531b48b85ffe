import { type Page, test as base } from "@playwright/test";
import { keepRows } from "./kept-rows";
import { type Panel, startPanel } from "./panel";
import { sample } from "./sample";
import { sessionIn } from "./session";

interface Shared {
  /** Started once per worker; tests of several files use it one after another. */
  sharedPanel: Panel;
  /** Resets the shared panel's rows to their initial state. */
  restoreRows: () => void;
  /**
   * A page that is reused between tests that change nothing, so that scripts are not loaded again. It asks for
   * reduced motion.
   */
  visitor: Page;
}

/** A `test` function with one panel per worker. */
export const test = base.extend<object, Shared>({
  sharedPanel: [
    async ({}, run) => {
      const panel = await startPanel({
        config: sample,
        env: {
          // For the servers that checks.spec.ts starts.
          NODE_EXTRA_CA_CERTS: "e2e/fixtures/localhost.pem",
          // So that every leaked secret is found (`Instance`).
          LOG_LEVEL: "trace",
        },
      });
      await run(panel);
      await panel.dispose();
    },
    { scope: "worker" },
  ],
  restoreRows: [
    async ({ sharedPanel }, run) => {
      // So that this session outlasts every test.
      await sessionIn(sharedPanel);
      await run(keepRows(sharedPanel));
    },
    { scope: "worker" },
  ],
  visitor: [
    async ({ browser }, run) => {
      const context = await browser.newContext({ reducedMotion: "reduce" });
      await run(await context.newPage());
      await context.close();
    },
    { scope: "worker" },
  ],
});

/**
 * Gives a used panel a new file. Dismisses the values that this reverts, so that the panel does not offer to save
 * them again.
 */
export async function putFile(panel: Panel, config: string): Promise<void> {
  if ((await panel.readConfig().catch(() => undefined)) === config) return;
  await panel.replaceConfig(config);
  await (await sessionIn(panel)).fetch("/api/panel/config/undone", { method: "DELETE" });
}
