import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import type { RunningReport } from "@/lib/shared/contract/running";
import type { WatchAnswer } from "@/lib/shared/contract/watch";
import { operator, startPanel } from "../support/panel";
import { PanelClient } from "../support/session";

test("the demo has history, measurements and a rollback, and leaves nothing behind", async () => {
  const command = [process.execPath, "scripts/start.mjs", "--no-build", "--demo"] as const;
  const real = mkdtempSync(join(tmpdir(), "real-mirror-"));
  const panel = await startPanel({ command, env: { GIT_MIRROR: real } });
  try {
    const [, configPath = ""] = /^Configuration +(\S+)$/m.exec(panel.output()) ?? [];
    expect(existsSync(configPath)).toBe(true);
    const client = await PanelClient.signIn(panel);
    const page = await (await client.fetch("/")).text();
    expect(page).toContain("This is a demo.");
    const { revisions } = await client.json<{ revisions: unknown[] }>("/api/panel/config/revisions");
    expect(revisions).toHaveLength(5);
    const { times, outages } = await client.json<WatchAnswer>("/api/panel/watch");
    expect(times.api?.filter((ms) => ms !== null).length).toBeGreaterThan(200);
    expect(outages).toMatchObject([{ part: "gateway" }]);

    const report = () => client.json<RunningReport>("/api/panel/running");
    // A rollback needs a version that is known to work, with a process that two checks have seen.
    await expect
      .poll(
        async () => {
          await client.send("POST", "/api/panel/watch/check", {});
          return (await report()).known?.works;
        },
        { intervals: [1_100] },
      )
      .toBe(true);
    const saved = await client.saveSetting("limits.message.maxCharacters", 2_000_000);
    const { etag } = (await saved.json()) as { etag: string };
    const asked = await client.send(
      "POST",
      "/api/panel/running/apply",
      { password: operator.password },
      { "if-match": `"${etag}"` },
    );
    expect(asked.status).toBe(200);
    await expect.poll(async () => (await report()).apply?.state, { timeout: 60_000 }).toBe("rolled-back");

    await panel.stop();
    expect(readdirSync(real)).toEqual([]);
    expect(existsSync(configPath)).toBe(false);
    expect(existsSync(panel.configPath)).toBe(false);
    expect(existsSync(panel.dataDir)).toBe(false);
  } finally {
    await panel.dispose();
    rmSync(real, { recursive: true });
  }
});
