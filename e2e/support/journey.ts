import { readFileSync } from "node:fs";
import { test as base } from "@playwright/test";
import { enter } from "./browser";
import { type Panel, startPanel } from "./panel";
import { sessionIn } from "./session";

/** A configuration file as a real instance may have it: the branded spelling, some settings, secrets. */
export const sample = readFileSync("e2e/fixtures/branded-partial.json", "utf8");

interface Journey {
  /** The configuration file at the test's start; `test.use({ config })` sets another. */
  config: string;
  /** The worker's panel with that file; the browser of the test has its operator's session. */
  panel: Panel;
  /** The same, started for this test alone: for what depends on the versions that are kept or on other rows. */
  ownPanel: Panel;
}

interface Shared {
  /** Started once per worker; tests of several files use it in turn. */
  sharedPanel: Panel;
}

/** The test of an operator's journey: `page` is signed in to `panel`. */
export const test = base.extend<Journey, Shared>({
  config: [sample, { option: true }],
  sharedPanel: [
    async ({}, run) => {
      const panel = await startPanel({ config: sample });
      await run(panel);
      await panel.dispose();
    },
    { scope: "worker" },
  ],
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

/** Gives a used panel the file it had at first. What its operators saved is no longer offered again for that. */
async function putBack(panel: Panel, config: string): Promise<void> {
  if ((await panel.readConfig().catch(() => undefined)) === config) return;
  await panel.replaceConfig(config);
  await (await sessionIn(panel)).fetch("/api/panel/config/undone", { method: "DELETE" });
}

export { expect } from "@playwright/test";
