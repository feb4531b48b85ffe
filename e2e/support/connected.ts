import { databaseOf } from "./database";
import { Instance, SECRET } from "./instance";
import { InstanceFront } from "./instance-front";
import { type Panel, startPanel } from "./panel";
import type { Page } from "@playwright/test";
import { sessionIn } from "./session";
import { putFile, test as base } from "./worker-panel";

/**
 * A panel connected to a running instance (INSTANCE_API_URL). The worker's own panel acts as the instance, behind
 * a proxy.
 */
export interface Connected {
  instance: Instance;
  front: InstanceFront;
  panel: Panel;
  /** The newest entry of the panel's audit log before the test, because entries cannot be deleted. */
  newestEntry: number;
}

interface Stories {
  /** The worker's instance, with its file and the rows of a new one. */
  instanceRows: Instance;
  /** The instance, with its proxy to configure. */
  connected: Connected;
}

type Pair = Pick<Connected, "front" | "panel">;

interface Shared {
  /** The worker's panel in the role of an instance. */
  sharedInstance: Instance;
  offering: Pair;
}

const config = JSON.stringify({ security: { jwtSecret: SECRET } });

/**
 * A `test` function with a running instance. The panel connected to it is started once per worker, at first use.
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
  offering: [({ sharedInstance }, run) => withPanel(sharedInstance, run), { scope: "worker" }],
  instanceRows: async ({ sharedInstance, restoreRows }, run) => {
    await putFile(sharedInstance.panel, config);
    restoreRows();
    await run(sharedInstance);
    restoreRows();
  },
  connected: async ({ instanceRows: instance, offering }, run) => {
    offering.front.reset();
    // All journeys share a session, which stores its account.
    await (await sessionIn(offering.panel)).fetch("/api/panel/instance/account", { method: "DELETE" });
    await run({ instance, ...offering, newestEntry: await newestEntry(offering.panel) });
  },
});

async function withPanel(instance: Instance, run: (pair: Pair) => Promise<void>): Promise<void> {
  const front = await InstanceFront.start(instance);
  const panel = await startPanel({
    // Short enough to wait for, long enough for a busy machine.
    env: { INSTANCE_API_URL: `${front.url}/api`, INSTANCE_API_TIMEOUT: "2000" },
    config: JSON.stringify({
      general: { frontPage: "https://harbor.example.org" },
      register: { requireInvite: true },
      // Several journeys sign in within one minute.
      limits: { rate: { routes: { auth: { login: { count: 100 } } } } },
    }),
  });
  await run({ front, panel });
  await panel.dispose();
  await front.stop();
}

async function newestEntry({ dataDir }: Panel): Promise<number> {
  const [newest] = await databaseOf(undefined, dataDir).query<{ id: number }>("select id from audit_head");
  return newest?.id ?? 0;
}

/** Connects an account on the page that asks for one. */
export async function connect(page: Page, token: string): Promise<void> {
  await page.getByLabel("User token").fill(token);
  await page.getByRole("button", { name: "Connect account" }).click();
}
