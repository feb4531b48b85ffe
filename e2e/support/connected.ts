import type { Page } from "@playwright/test";
import { databaseOf } from "./database";
import { Instance, SECRET } from "./instance";
import { InstanceFront } from "./instance-front";
import { copyRows } from "./kept-rows";
import { type Panel, startPanel } from "./panel";
import { sessionIn } from "./session";
import { putFile, test as base } from "./worker-panel";

/**
 * A panel that is connected to a running instance (INSTANCE_API_URL). The worker's panel acts as the instance, behind a
 * proxy.
 */
export interface Connected {
  instance: Instance;
  front: InstanceFront;
  panel: Panel;
  /** Returns an action's audit entries since the test began, oldest first, with their outcomes. */
  audited: (action: string) => Promise<unknown[]>;
}

interface Stories {
  /** The worker's instance, with its file and database rows reset. */
  instanceRows: Instance;
  /**
   * The instance and a connected panel, with all database rows reset. The panel's operator has not connected
   * an account yet.
   */
  connected: Connected;
}

interface Shared {
  /** The worker's panel, which acts as an instance. */
  sharedInstance: Instance;
  pair: Pick<Connected, "front" | "panel"> & { restore: () => void };
}

const config = JSON.stringify({ security: { jwtSecret: SECRET } });
const connectedConfig = {
  general: { frontPage: "https://harbor.example.org" },
  register: { requireInvite: true },
  // Allows more sign-ins per minute, because several journeys sign in within one minute.
  limits: { rate: { routes: { auth: { login: { count: 100 } } } } },
};

/**
 * A `test` function with a running instance and a panel that is connected to it. Each worker starts this
 * panel once, when a test first needs it.
 */
export const test = base.extend<Stories, Shared>({
  sharedInstance: [
    async ({ sharedPanel, restoreRows }, run) => {
      restoreRows();
      const instance = await Instance.of(sharedPanel);
      await run(instance);
      instance.expectDiscreet();
    },
    { scope: "worker" },
  ],
  pair: [
    async ({ sharedInstance }, run) => {
      const front = await InstanceFront.start(sharedInstance);
      const panel = await startPanel({
        // This timeout is short enough for tests that wait until it expires, and long enough for a busy
        // machine.
        env: { INSTANCE_API_URL: `${front.url}/api`, INSTANCE_API_TIMEOUT: "2000" },
        config: JSON.stringify(connectedConfig),
      });
      await sessionIn(panel);
      await run({ front, panel, restore: copyRows(panel) });
      await panel.dispose();
      await front.stop();
    },
    { scope: "worker" },
  ],
  instanceRows: async ({ sharedInstance, restoreRows }, run) => {
    await putFile(sharedInstance.panel, config);
    restoreRows();
    await run(sharedInstance);
    restoreRows();
  },
  connected: async ({ instanceRows: instance, pair: { front, panel, restore } }, run) => {
    front.reset();
    front.loaded = connectedConfig;
    restore();
    const database = databaseOf(undefined, panel.dataDir);
    const [newest] = await database.query<{ id: number }>("select id from audit_head");
    const audited = (action: string) =>
      database.query(
        `select entry.actor, entry.target, entry.detail, coalesce(ending.outcome, entry.outcome) as outcome
         from audit entry left join audit ending on ending.completes = entry.id
         where entry.completes is null and entry.action = ? and entry.id > ? order by entry.id`,
        action,
        newest?.id ?? 0,
      );
    await run({ instance, front, panel, audited });
    restore();
  },
});

export async function connect(page: Page, token: string): Promise<void> {
  await page.getByLabel("User token").fill(token);
  await page.getByRole("button", { name: "Connect account" }).click();
}
