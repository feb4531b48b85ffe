import { once } from "node:events";
import { existsSync, writeFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { BackupView } from "@/lib/shared/contract/backups";
import type { WatchAnswer } from "@/lib/shared/contract/watch";
import { expect, test } from "../support/instance";
import { operator, startPanel } from "../support/panel";
import { sample } from "../support/sample";
import { forgetProofs, PanelClient } from "../support/session";

/* Tests backups that the panel makes on request or by schedule. */

const path = "/api/panel/backups";
const view = (client: PanelClient) => client.json<BackupView>(path);

async function backUp(client: PanelClient) {
  const begun = await client.send("POST", path, {});
  expect(begun.status).toBe(200);
  const latest = async () => (await view(client)).backups[0];
  await expect.poll(async () => (await latest())?.state, { intervals: [100] }).not.toBe("running");
  const backup = await latest();
  if (!backup) throw new Error("There is no backup.");
  return backup;
}

test("another panel can start from a backup of a running panel, and old backups are removed", async () => {
  const panel = await startPanel({ config: sample });
  let restored: typeof panel | undefined;
  try {
    const client = await PanelClient.signIn(panel);
    const schedule = { time: null, keep: 2 };
    expect((await client.send("PUT", `${path}/schedule`, schedule)).status).toBe(200);
    expect(await view(client)).toMatchObject({ schedule, nextAt: null, backups: [] });

    // Making a backup requires a recent proof of identity, because a new backup may replace an older one.
    await forgetProofs(panel);
    expect((await client.send("POST", path, {})).status).toBe(403);
    await client.send("POST", "/api/panel/account/proof", { password: operator.password });

    const first = await backUp(client);
    expect(first).toMatchObject({ by: "keeper", state: "done", problem: null });
    expect(first.size).toBeGreaterThan(50_000);
    expect((await readdir(first.folder)).toSorted()).toEqual([
      "audit-head",
      "audit-key",
      "backup.json",
      "config.json",
      "instance.db",
      "nextauth-secret",
    ]);
    const answer = await client.json<WatchAnswer>("/api/panel/watch");
    expect(answer).toMatchObject({ backup: { folder: first.folder }, backupProblem: null });

    // The second of two concurrent backups is refused with a reason instead of waiting for the first.
    const [one, two] = await Promise.all([client.send("POST", path, {}), client.send("POST", path, {})]);
    expect([one.status, two.status].toSorted()).toEqual([200, 409]);
    expect((await client.fetch("/api/panel/config")).status).toBe(200);
    await expect.poll(async () => (await view(client)).backups[0]?.state).toBe("done");

    // The panel stores and lists only the two newest backups.
    const third = await backUp(client);
    expect((await view(client)).backups.map(({ folder }) => folder)).toHaveLength(2);
    expect(existsSync(first.folder)).toBe(false);

    // Starts another panel with the backup as its data folder, following the instructions on the backups
    // page.
    await panel.stop();
    restored = await startPanel({
      env: { DATA_DIR: third.folder, CONFIG_PATH: join(third.folder, "config.json") },
    });
    const again = await PanelClient.signIn(restored);
    expect(await restored.readConfig()).toBe(sample);
    expect((await again.json<{ revisions: unknown[] }>("/api/panel/config/revisions")).revisions.length).toBe(
      1,
    );
  } finally {
    await restored?.dispose();
    await panel.dispose();
  }
});

test("a failed backup is reported on the overview and to the webhook, until a backup succeeds", async () => {
  const received: string[] = [];
  const webhook = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      received.push((JSON.parse(body) as { content: string }).content);
      response.writeHead(204).end();
    });
  });
  webhook.listen(0, "127.0.0.1");
  await once(webhook, "listening");
  const panel = await startPanel({
    config: sample,
    env: { NOTIFY_URL: `http://127.0.0.1:${(webhook.address() as AddressInfo).port}/` },
  });
  try {
    const client = await PanelClient.signIn(panel);
    // A file at the path of the backup folder makes every backup fail.
    writeFileSync(join(panel.dataDir, "backups"), "");
    const failed = await backUp(client);
    expect(failed).toMatchObject({
      state: "failed",
      size: null,
      problem: expect.stringContaining("The backup failed"),
    });
    expect(await client.json("/api/panel/watch")).toMatchObject({
      backup: null,
      backupProblem: { reason: failed.problem },
    });
    await expect.poll(() => received.join()).toContain("A backup of the panel failed.");
  } finally {
    webhook.close();
    await panel.dispose();
  }
});

test("only one of two processes makes a scheduled backup, and only owners can set the schedule", async () => {
  // Simulates a schedule that was saved a day ago, with no panel running when the backup was due.
  const panel = await startPanel({ config: sample });
  const client = await PanelClient.signIn(panel);
  const password = "a lantern on the pier";
  await client.addOperator({ username: "bosun", password, role: "editor" });
  const editor = await PanelClient.signIn(panel, { username: "bosun", password });
  const daily = { time: "00:00", keep: 7 };
  expect((await editor.send("PUT", `${path}/schedule`, daily)).status).toBe(403);
  expect((await client.send("PUT", `${path}/schedule`, { ...daily, time: "24:00" })).status).toBe(422);
  expect((await client.send("PUT", `${path}/schedule`, daily)).status).toBe(200);
  // Today's scheduled time passed before the schedule was saved, so no backup is due today.
  expect((await view(client)).backups).toEqual([]);
  await panel.stop();
  const ahead = {
    NODE_OPTIONS: `--import ${join(process.cwd(), "e2e/support/clock.mjs")}`,
    CLOCK_AHEAD: String(24 * 3_600_000),
  };
  const two = await Promise.all([0, 1].map(() => startPanel({ folder: panel.folder, env: ahead })));
  try {
    const later = await PanelClient.signIn(two[0]!);
    await expect
      .poll(async () => (await view(later)).backups.map(({ by, state }) => [by, state]))
      .toEqual([[null, "done"]]);
  } finally {
    await Promise.all(two.map((one) => one.stop()));
    await panel.dispose();
  }
});
