import { spawnSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { lockSqlite } from "../support/database";
import { type Panel, startPanel } from "../support/panel";
import { PanelClient } from "../support/session";
import { expect, test } from "../support/shared-panel";

/* What cannot be kept is refused, and the panel's health says why (issue 11, points 3 and 4). */

const config = '{ "general": { "instanceName": "Harbor" } }\n';

/** A status and what a refusal says. */
async function told(response: Response): Promise<string> {
  const { detail = "" } = (await response.json()) as { detail?: string };
  return `${response.status} ${detail}`;
}

async function healthOf(panel: Panel): Promise<string> {
  const response = await fetch(`${panel.url}/api/health`);
  const { database, reasons = [] } = (await response.json()) as { database: string; reasons?: string[] };
  return `${response.status} ${database} ${reasons.join(" ")}`;
}

/** Asked often, as a result is kept for some seconds and nothing else happens meanwhile. */
const untilHealth = (panel: Panel) => expect.poll(() => healthOf(panel), { intervals: [100] });

/** A data folder that is deleted while the panel runs. */
async function deleted(): Promise<void> {
  const panel = await startPanel({ config });
  try {
    const client = await PanelClient.signIn(panel);
    expect((await client.saveSetting("general.instanceName", "Quay")).status).toBe(200);
    const before = await panel.readConfig();
    await rm(panel.dataDir, { recursive: true });

    await untilHealth(panel).toMatch(/^503 unavailable .*deleted or replaced/);
    expect(await told(await client.saveSetting("general.instanceName", "Lost"))).toMatch(
      /^503 .*(not|Nothing was) changed/,
    );
    expect(await panel.readConfig()).toBe(before);
    await expect(PanelClient.signIn(panel)).rejects.toThrow("Sign-in failed");
    const guild = await client.send("POST", "/api/panel/guilds", { name: "Lost" });
    expect(guild.status).toBe(503);
  } finally {
    await panel.dispose();
  }
}

test("a data folder whose disk is full", async () => {
  const folder = await mkdtemp(join(tmpdir(), "instance-admin-full-"));
  const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=8m", "tmpfs", folder]).status === 0;
  if (!mounted) await rm(folder, { recursive: true });
  test.skip(!mounted, "SKIPPED: a disk of its own needs root and the right to mount");
  const panel = await startPanel({ config, env: { DATA_DIR: folder } });
  try {
    const client = await PanelClient.signIn(panel);
    const before = await panel.readConfig();
    spawnSync("sh", ["-c", `cat /dev/zero > ${join(folder, "ballast")}`]);

    await untilHealth(panel).toMatch(/^503 unavailable .*is full/);
    // A little room may be left within the database; without any, nothing is saved.
    const statuses = new Set<number>();
    for (let count = 0; count < 40 && !statuses.has(503); count += 1) {
      const name = `${count} ${"x".repeat(40)}`;
      const { status } = await client.saveSetting("general.instanceName", name);
      statuses.add(status);
      expect((await panel.readConfig()).includes(name)).toBe(status === 200);
    }
    expect([...statuses].filter((status) => status !== 200)).toEqual([503]);

    await rm(join(folder, "ballast"));
    await untilHealth(panel).toMatch(/^200 ok/);
    expect((await client.saveSetting("general.instanceName", "Quay")).status).toBe(200);
    expect(await panel.readConfig()).not.toBe(before);
  } finally {
    await panel.dispose();
    spawnSync("umount", ["-l", folder]);
    await rm(folder, { recursive: true });
  }
});

/** A lock of another program on the database: the panel goes on answering, and what waits too long is refused. */
async function locked(): Promise<void> {
  const panel = await startPanel({ config });
  let release = (): void => undefined;
  try {
    const client = await PanelClient.signIn(panel);
    const before = await panel.readConfig();
    release = lockSqlite(panel.dataDir);
    const order: string[] = [];
    const waiting = client.saveSetting("general.instanceName", "Quay").then((response) => {
      order.push("save");
      return response;
    });
    for (let count = 0; count < 20; count += 1) {
      expect((await fetch(`${panel.url}/icon.svg`)).status).toBe(200);
    }
    order.push("others");
    expect(await told(await waiting)).toMatch(/^503 /);
    expect(order).toEqual(["others", "save"]);
    expect(await panel.readConfig()).toBe(before);
    await untilHealth(panel).toMatch(/^503 unavailable/);

    release();
    expect((await client.saveSetting("general.instanceName", "Quay")).status).toBe(200);
    await untilHealth(panel).toMatch(/^200 ok/);
  } finally {
    release();
    await panel.dispose();
  }
}

// Both wait most of their time, so they wait together.
test("a data folder that is deleted, and a lock of another program on the database, while the panel runs", async () => {
  await Promise.all([test.step("deleted", deleted), test.step("locked", locked)]);
});
