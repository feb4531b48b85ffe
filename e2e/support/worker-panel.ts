import { type Page, test as base } from "@playwright/test";
import { copyRows } from "./kept-rows";
import { type Panel, startPanel } from "./panel";
import { sample } from "./sample";
import { sessionIn } from "./session";

interface Shared {
  /** The worker's panel. The tests of several files use it in turn. */
  sharedPanel: Panel;
  /** Restores the rows that the shared panel had when it was new. */
  restoreRows: () => void;
  /**
   * A page without the journey fixtures, with reduced motion. Tests that change nothing reuse it, so that its
   * scripts are loaded only once.
   */
  visitor: Page;
}

/** A `test` function with a panel that all tests of a worker share. */
export const test = base.extend<object, Shared>({
  sharedPanel: [
    async ({}, run) => {
      const panel = await startPanel({
        config: sample,
        env: {
          // Makes the panel trust the servers that checks.spec.ts starts.
          NODE_EXTRA_CA_CERTS: "e2e/fixtures/localhost.pem",
          // Logs at the most detailed level, so that `Instance.expectDiscreet` finds every leaked secret.
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
      // Signs in before copying the rows, so that restored rows include this session.
      await sessionIn(sharedPanel);
      await run(copyRows(sharedPanel));
    },
    { scope: "worker" },
  ],
  visitor: [
    async ({ browser }, run) => {
      const context = await browser.newContext({ reducedMotion: "reduce" });
      // The pages' clock is a day ahead of the server's, so texts that depend on the time differ while hydrating, if any do.
      await context.addInitScript(`Date = class extends Date {
        constructor(...args) { super(...(args.length > 0 ? args : [Date.now()])); }
        static now() { return super.now() + 86_400_000; }
      }`);
      await run(await context.newPage());
      await context.close();
    },
    { scope: "worker" },
  ],
});

/**
 * Replaces the configuration file of a panel that earlier tests have used. Dismisses the values that the new file
 * undoes, so that the panel does not offer to save them again.
 */
export async function putFile(panel: Panel, config: string): Promise<void> {
  if ((await panel.readConfig().catch(() => undefined)) === config) return;
  await panel.replaceConfig(config);
  await (await sessionIn(panel)).fetch("/api/panel/config/undone", { method: "DELETE" });
}
