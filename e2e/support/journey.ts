import { test as base } from "./connected";
import { enter } from "./browser";
import { clearContext, keptContext, still } from "./kept-page";
import { forgetVersions } from "./kept-rows";
import type { Instance } from "./instance";
import { operator, type Panel } from "./panel";
import { PanelClient, sessionIn } from "./session";
import { sample } from "./sample";
import { isThorough } from "./thorough";
import { putFile } from "./worker-panel";

/** `standalone`: the panel itself serves as the instance. `connected`: the panel is connected to a running instance. */
type Mode = "standalone" | "connected";

/**
 * Returns the modes of a journey that works in both. The pages are the same, and unit tests prove the answers of both
 * kinds of instances, so `npm test` tries only one.
 */
export const modes = (one: Mode): readonly Mode[] => (isThorough ? ["standalone", "connected"] : [one]);

/** The fixtures of a journey that runs in both modes. */
export interface Stage {
  mode: Mode;
  /**
   * The panel that the browser is signed in to. In connected mode, the operator's account on the instance is
   * connected to this panel.
   */
  panel: Panel;
  /**
   * The instance that the panel manages: this panel in standalone mode, the running instance in connected
   * mode.
   */
  instance: Instance;
  /**
   * Adds another operator of the panel who is also a user of the instance. In connected mode, this operator's
   * account on the instance is connected to the panel.
   */
  person: (username: string) => Promise<Person>;
}

interface Person {
  userId: string;
  credentials: { username: string; password: string };
  client: PanelClient;
}

interface Journey {
  /** The mode in which a test runs. Tests set the mode with `test.use({ mode })`. */
  mode: Mode;
  /** The instance and the panel of the chosen mode, with all rows reset. */
  stage: Stage;
  /** The configuration file at the start of a test. `test.use({ config })` replaces it. */
  config: string;
  /** The worker's panel with the configuration file `config`. The test's browser is signed in to this panel. */
  panel: Panel;
  /**
   * Like `panel`, with all rows reset. The panel has one operator, who is signed in and has a user and a
   * guild.
   */
  rowsPanel: Panel;
  /**
   * Like `rowsPanel`, with the file's versions reset as well: only the first version exists, and no instance
   * has loaded a version.
   */
  freshPanel: Panel;
}

/**
 * The `test` function for journeys of operators. `page` is signed in to `panel` and is reused by the next tests
 * (`kept-page.ts`), except in tests with a touch screen. Tests may change only the context options `viewport` and
 * `hasTouch`. Includes the fixtures for a running instance, because tests with different `test` functions do not share
 * a worker.
 */
export const test = base.extend<Journey>({
  config: [sample, { option: true }],
  mode: ["standalone", { option: true }],
  stage: async ({ mode, instanceRows: instance, connected, context }, run) => {
    const panel = mode === "standalone" ? instance.panel : connected.panel;
    const connect = async (client: PanelClient, userId: string) => {
      if (mode === "standalone") return;
      const token = await instance.token(userId);
      const answer = await client.send("PUT", "/api/panel/instance/account", { token });
      if (!answer.ok) throw new Error(`The account was not connected: ${await answer.text()}`);
    };
    await enter(context, panel);
    await connect(await sessionIn(panel), instance.operatorId);
    const person = async (username: string): Promise<Person> => {
      const credentials = { username, password: `${operator.password} of ${username}` };
      await (await sessionIn(panel)).addOperator(credentials);
      const known = "select id from users where username = ?";
      const [own] = await instance.sql<{ id: string }>(known, username);
      const userId = own?.id ?? (await instance.addUser(username));
      const client = await PanelClient.signIn(panel, credentials);
      await connect(client, userId);
      return { userId, credentials, client };
    };
    await run({ mode, panel, instance, person });
  },
  context: async ({ browser, hasTouch }, run, test) => {
    const context = hasTouch ? await browser.newContext(still) : await keptContext(browser);
    await run(context);
    // After a failure, the report needs the page as it is, so the context is closed without clearing the page. The
    // worker ends after a failure anyway.
    await (hasTouch || test.status !== test.expectedStatus ? context.close() : clearContext(context));
  },
  page: async ({ context, viewport }, run) => {
    const page = context.pages()[0] ?? (await context.newPage());
    await page.setViewportSize(viewport!);
    await run(page);
  },
  rowsPanel: async ({ panel, restoreRows }, run) => {
    restoreRows();
    await run(panel);
    restoreRows();
  },
  panel: async ({ sharedPanel, config, context }, run) => {
    await putFile(sharedPanel, config);
    await enter(context, sharedPanel);
    await run(sharedPanel);
  },
  freshPanel: async ({ panel }, run) => {
    forgetVersions(panel);
    await run(panel);
    forgetVersions(panel);
  },
});

export { expect } from "@playwright/test";
export { sample } from "./sample";
