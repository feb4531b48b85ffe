import { readFileSync } from "node:fs";
import { test as base } from "./beside";
import { enter } from "./browser";
import { keepRows } from "./kept-rows";
import { type Panel, startPanel } from "./panel";
import { sessionIn } from "./session";

/** A configuration file as a real instance may have it: branded key names, some settings, secrets. */
export const sample = readFileSync("e2e/fixtures/branded-partial.json", "utf8");

interface Journey {
  /** The configuration file at the start of the test; `test.use({ config })` replaces it. */
  config: string;
  /** The worker's panel with that file; the test's browser is signed in to it. */
  panel: Panel;
  /** The same with the rows of a new panel: its first operator, who is signed in, with a user and a guild. */
  rowsPanel: Panel;
  /** A panel for this test alone, for tests that depend on the kept versions. */
  ownPanel: Panel;
}

interface Shared {
  /** Started once per worker; tests of several files use it one after another. */
  sharedPanel: Panel;
  /** Brings the shared panel's rows back to those of a new one. */
  restoreRows: () => void;
}

/**
 * The `test` function for operator journeys: `page` is signed in to `panel`. It has the fixtures for stories beside an
 * instance too, as tests of different functions do not share a worker.
 */
export const test = base.extend<Journey, Shared>({
  config: [sample, { option: true }],
  sharedPanel: [
    async ({}, run) => {
      const panel = await startPanel({
        config: sample,
        // For the servers that checks.spec.ts starts.
        env: { NODE_EXTRA_CA_CERTS: "e2e/fixtures/localhost.pem" },
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
  rowsPanel: async ({ panel, restoreRows }, run) => {
    restoreRows();
    await run(panel);
    restoreRows();
  },
  panel: async ({ sharedPanel, config, context }, run) => {
    await putBack(sharedPanel, config);
    await enter(context, sharedPanel);
    await run(sharedPanel);
  },
  ownPanel: async ({ config, context }, run) => {
    const panel = await startPanel({ config });
    await enter(context, panel);
    await run(panel);
    await panel.dispose();
  },
});

/** Restores the initial file of a used panel, and accepts the reverted values so that it does not offer to save them again. */
async function putBack(panel: Panel, config: string): Promise<void> {
  if ((await panel.readConfig().catch(() => undefined)) === config) return;
  await panel.replaceConfig(config);
  await (await sessionIn(panel)).fetch("/api/panel/config/undone", { method: "DELETE" });
}

export { expect } from "@playwright/test";
