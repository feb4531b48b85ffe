import { databaseOf } from "./database";
import { Instance, SECRET } from "./instance";
import { InstanceFront } from "./instance-front";
import { type Panel, startPanel } from "./panel";
import { putFile, test as base } from "./worker-panel";

/** A panel beside an existing instance (INSTANCE_API_URL), which the worker's own panel plays behind a proxy. */
export interface Beside {
  instance: Instance;
  front: InstanceFront;
  panel: Panel;
  /** The newest entry of the panel's audit before the test: entries stay. */
  newestEntry: number;
}

interface Stories {
  /** The worker's instance, with its file and the rows of a new one. */
  instanceRows: Instance;
  /** The instance, and what it offers to be set at its front. */
  beside: Beside;
}

type Pair = Pick<Beside, "front" | "panel">;

interface Shared {
  /** The worker's panel as an instance. */
  sharedInstance: Instance;
  offering: Pair;
}

const config = JSON.stringify({ security: { jwtSecret: SECRET } });

/** A `test` function with an instance: the panel beside it is started once per worker, when first asked for. */
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
  beside: async ({ instanceRows: instance, offering }, run) => {
    offering.front.reset();
    await run({ instance, ...offering, newestEntry: await newestEntry(offering.panel) });
  },
});

async function withPanel(instance: Instance, run: (pair: Pair) => Promise<void>): Promise<void> {
  const front = await InstanceFront.start(instance);
  const panel = await startPanel({
    // Short enough to be waited for, long enough for a busy machine.
    env: { INSTANCE_API_URL: `${front.url}/api`, INSTANCE_API_TIMEOUT: "2000" },
    config: JSON.stringify({
      general: { frontPage: "https://harbor.example.org" },
      register: { requireInvite: true },
      // Several stories sign in within one minute.
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
