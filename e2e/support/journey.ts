import { test as base } from "./connected";
import { enter } from "./browser";
import { clearContext, keptContext, still } from "./kept-page";
import { forgetVersions } from "./kept-rows";
import type { Instance } from "./instance";
import { operator, type Panel } from "./panel";
import { PanelClient, sessionIn } from "./session";
import { sample } from "./sample";
import { putFile } from "./worker-panel";

/** Whether the panel is the instance or works with a running one. */
export const MODES = ["standalone", "connected"] as const;
type Mode = (typeof MODES)[number];

/** The environment of a journey that runs in both modes. */
export interface Stage {
  mode: Mode;
  /**
   * The panel whose pages are used. The browser is signed in. Connected, its session has the operator's account.
   */
  panel: Panel;
  /** The instance of the journey: this panel, or the running one. */
  instance: Instance;
  /** Another person: an operator of the panel with a user of the instance. Connected, the client's session has it. */
  person: (username: string) => Promise<Person>;
}

interface Person {
  userId: string;
  credentials: { username: string; password: string };
  client: PanelClient;
}

interface Journey {
  /** Chosen by `test.use({ mode })`. */
  mode: Mode;
  /** An instance with the rows of a new one, and the panel of the chosen mode. */
  stage: Stage;
  /** The configuration file at the start of the test; `test.use({ config })` replaces it. */
  config: string;
  /** The worker's panel with that file. The test's browser is signed in to it. */
  panel: Panel;
  /** Like `panel`, with the rows of a new panel: its first operator, who is signed in, with a user and a guild. */
  rowsPanel: Panel;
  /**
   * Like `rowsPanel`, with the versions of a new panel: only the first one of the file, and none that an instance
   * is known to run.
   */
  freshPanel: Panel;
}

/**
 * The `test` function for operator journeys. `page` is signed in to `panel` and is reused between tests
 * (`kept-page.ts`), except in tests with a touch screen. Only the context options `viewport` and `hasTouch` can
 * differ between tests. It also has the fixtures for a running instance, because tests of different functions do
 * not share a worker.
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
    // After a failure, close the context instead of clearing it: the report needs the page as it is, and the worker
    // ends anyway.
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
