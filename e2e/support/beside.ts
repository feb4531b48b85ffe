import { test as base } from "@playwright/test";
import { databaseOf } from "./database";
import { Instance } from "./instance";
import { InstanceFront } from "./instance-front";
import { keepRows } from "./kept-rows";
import { type Panel, startPanel } from "./panel";

/** A panel beside an existing instance (INSTANCE_API_URL), which a second copy of this app plays behind a proxy. */
export interface Beside {
  instance: Instance;
  front: InstanceFront;
  panel: Panel;
  /** The newest entry of the panel's audit before the test: entries stay. */
  newestEntry: number;
}

interface Stories {
  /** The worker's instance, with the rows of a new one, and what it offers to be set at its front. */
  beside: Beside;
  /** The same for an instance that offers no more than the copy does: a panel remembers how to sign in at its instance. */
  bareBeside: Beside;
}

type Pair = Pick<Beside, "front" | "panel">;

interface Shared {
  sharedInstance: { instance: Instance; restore: () => void };
  offering: Pair;
  bare: Pair;
}

/** A `test` function with an instance: its processes are started once per worker, when first asked for. */
export const test = base.extend<Stories, Shared>({
  sharedInstance: [
    async ({}, run) => {
      const instance = await Instance.start();
      await run({ instance, restore: keepRows(instance.panel) });
      await instance.stop();
    },
    { scope: "worker" },
  ],
  offering: [({ sharedInstance }, run) => withPanel(sharedInstance.instance, run), { scope: "worker" }],
  bare: [({ sharedInstance }, run) => withPanel(sharedInstance.instance, run), { scope: "worker" }],
  beside: async ({ sharedInstance: { instance, restore }, offering }, run) => {
    restore();
    offering.front.reset();
    await run({ instance, ...offering, newestEntry: await newestEntry(offering.panel) });
  },
  bareBeside: async ({ sharedInstance: { instance, restore }, bare }, run) => {
    restore();
    bare.front.reset();
    bare.front.isBare = true;
    await run({ instance, ...bare, newestEntry: await newestEntry(bare.panel) });
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
