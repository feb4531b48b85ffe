import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { once } from "node:events";
import { createServer, request as forward } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { freePort } from "@/e2e/support/free-port";
import { configFile } from "@/lib/server/config-file";
import { env } from "@/lib/env";
import { db } from "@/lib/server/db";
import type { ApplyState } from "@/lib/shared/contract/running";
import type { ApplyAnswer } from "@/lib/shared/contract/values";
import { operatorToken, RunningInstance } from "@/testing/running-instance";
import { placeMigrated } from "@/testing/test-database";
import { currentApply, listPastApplies, readApply } from "./applies";
import { createApply } from "./create";
import { driveApply } from "./drive";
import type { ApplyNotice } from "./notice";
import { forgetReport } from "./instance-report";
import { readRunning } from "./report";
import { runningVersions } from "./running-versions";
import { applyById, setAnswer } from "./store";
import { viewOf } from "./view";

/* These tests run applies in this process, against a real instance behind a proxy that can fail on request. */

const folder = mkdtempSync(join(tmpdir(), "apply-"));
const path = join(folder, "config.json");
let instance: RunningInstance;

/** The statuses of the next answers to `/ping`. The proxy replaces every status except 200. */
let pings: number[] = [];
let pinged: number[] = [];

const proxy = createServer((request, response) => {
  if (request.url?.endsWith("/ping")) {
    const status = pings.shift() ?? 200;
    pinged.push(status);
    if (status !== 200) return void response.writeHead(status).end();
  }
  const { method, url, headers } = request;
  const onward = forward(instance.origin + url, { method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 500, answer.headers);
    answer.pipe(response);
  });
  onward.on("error", () => response.destroy());
  request.pipe(onward);
});

beforeAll(async () => {
  const port = await freePort();
  writeFileSync(path, JSON.stringify(RunningInstance.addresses(port)));
  await placeMigrated(join(folder, "instance.db"));
  instance = await RunningInstance.at(port, { configPath: path, isAwaited: true });
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  const { port: entrance } = proxy.address() as AddressInfo;
  vi.stubEnv("CONFIG_PATH", path);
  vi.stubEnv("DATA_DIR", folder);
  vi.stubEnv("INSTANCE_API_URL", `http://127.0.0.1:${entrance}/api`);
  vi.stubEnv("INSTANCE_OPERATOR_TOKEN", operatorToken);
  vi.stubEnv("INSTANCE_RELOAD", `command:${JSON.stringify(instance.restartCommand)}`);
  // The minimum that operators can configure. A restart takes less time even on a busy machine.
  env().instanceHealthTimeout = 5_000;
  await configFile().prepare();
  await instance.restart();
  await instance.said("listening");
});
afterAll(async () => {
  await instance.stop();
  proxy.close();
  await db().destroy();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => {
  [pings, pinged] = [[], []];
});

type File = Record<string, Record<string, unknown>>;
const read = () => JSON.parse(readFileSync(path, "utf8")) as File;
/** Changes the file outside the panel, as a person with an editor would. */
function change(general: Record<string, unknown>): void {
  const file = read();
  writeFileSync(path, JSON.stringify({ ...file, general: { ...file.general, ...general } }, null, 2));
}

interface Story {
  answer?: ApplyAnswer;
  /** Called when the apply enters a state. */
  reached?: (state: ApplyState) => void;
}

/** Applies the current file, and runs the apply to its end. */
async function applied({ answer, reached }: Story = {}) {
  const before = await readRunning(db());
  const { etag } = await runningVersions.now();
  const id = await createApply(db(), { etag, actor: "keeper" });
  const notices: unknown[] = [];
  const states: ApplyState[] = [];
  await driveApply(db(), id, {
    lookEvery: 20,
    stopsWithin: 200,
    notify: async (notice) => void notices.push(notice),
    reached: (state) => {
      states.push(state);
      reached?.(state);
      if (answer && (state === "asking" || state === "contested")) void setAnswer(db(), id, answer);
    },
  });
  const row = await applyById(db(), id);
  if (row === undefined) throw new Error("The apply is not stored.");
  return { id, before, view: viewOf(row), states, notices: notices as ApplyNotice[] };
}

const pending = async () => {
  forgetReport();
  const { settings } = await readRunning(db());
  return settings.map((setting) => setting.path);
};

describe("an apply that a restart makes effective", () => {
  it("is confirmed only after two consecutive successful checks", async () => {
    // After this apply, the panel knows which version the instance has loaded.
    await applied();
    change({ instanceName: "Harbor" });
    expect(await pending()).toEqual(["general.instanceName"]);
    let answered = 0;
    const { view, states, id, notices } = await applied({
      reached(state) {
        if (state !== "confirming") return;
        answered = pinged.length;
        pings = [200, 500, 200, 200];
      },
    });
    expect(states).toEqual(["requested", "applying", "confirming", "confirmed"]);
    expect(pinged.slice(answered)).toEqual([200, 500, 200, 200]);
    expect(notices).toEqual([]);
    expect(await pending()).toEqual([]);

    expect(view).toMatchObject({
      id,
      state: "confirmed",
      actor: "keeper",
      reason: null,
      takenBack: [],
      plannedAt: null,
      canRollBack: true,
    });
    expect(Date.parse(view.endedAt ?? "")).toBeGreaterThanOrEqual(Date.parse(view.at));
    expect(view.checks.every(({ isUp }) => isUp)).toBe(true);
    expect(view.checks.find(({ name }) => name === "api")).toMatchObject({ hasRestarted: true });
    expect(view.checks.find(({ name }) => name === "pending")).not.toHaveProperty("hasRestarted");
    expect(view.steps.map(({ state, isOk }) => [state, isOk])).toEqual([
      ["requested", true],
      ["applying", true],
      ["confirming", true],
    ]);
    expect(view.output).toContain("The instance was started.");
    expect(await readApply(db(), id)).toMatchObject({
      apply: { id, state: "confirmed" },
      preflight: { level: "green" },
      auditEntry: null,
    });
    expect(await currentApply(db())).toMatchObject({ id, state: "confirmed" });
    await expect(readApply(db(), id + 1)).rejects.toMatchObject({ code: "not-found" });
    const { applies } = await listPastApplies(db());
    expect(applies[0]).toMatchObject({ id, isPlanned: false, endedAt: view.endedAt, reason: null });
  });

  it("is rolled back if a vital part stays down, and the notification contains the reason", async () => {
    const saved = read();
    change({ instanceDescription: "hang" });
    const { view, states, notices } = await applied();
    expect(states).toEqual([
      "requested",
      "applying",
      "confirming",
      "rolling-back",
      "reapplying",
      "reconfirming",
      "rolled-back",
    ]);
    expect(view.reason).toMatch(/^The instance was not healthy after 5 seconds\.\nAPI: /);
    expect(view.takenBack).toMatchObject([{ path: "general.instanceDescription", after: "hang" }]);
    expect(notices).toMatchObject([{ event: "rolled-back", reason: view.reason, notLoaded: 0 }]);
    expect(read()).toEqual(saved);
    expect(await pending()).toEqual([]);
  });

  it.each([
    ["keep", "kept", true],
    ["roll-back", "rolled-back", false],
  ] as const)(
    "asks the operator if only the CDN fails, and follows the decision: %s",
    async (answer, state, isKept) => {
      const { instanceDescription: before } = read().general ?? {};
      change({ instanceDescription: `no cdn, ${answer}` });
      const { view, states } = await applied({ answer });
      expect(states).toContain("asking");
      expect(view.state).toBe(state);
      expect(view.reason).toContain("CDN: ");
      const now = read().general?.instanceDescription;
      expect(now).toBe(isKept ? `no cdn, ${answer}` : before);
      change({ instanceDescription: "calm" });
      expect((await applied()).view.state).toBe("confirmed");
    },
  );

  it("rolls back without overwriting a value that was saved since, unless the operator chooses the older value", async () => {
    for (const [answer, expected] of [
      ["newer", "Newest"],
      ["older", "Harbor"],
    ] as const) {
      change({ instanceName: "Harbor", instanceDescription: "calm" });
      await applied();
      change({ instanceName: "Lagoon", instanceDescription: "hang" });
      const { view, states } = await applied({
        answer,
        reached(state) {
          if (state === "rolling-back" && read().general?.instanceName === "Lagoon")
            change({ instanceName: "Newest" });
        },
      });
      expect([view.state, states.includes("contested")]).toEqual(["rolled-back", true]);
      expect(read().general).toMatchObject({ instanceName: expected, instanceDescription: "calm" });
    }
  });

  it("fails without a rollback if the file already has the last healthy version", async () => {
    change({ instanceName: "Harbor", instanceDescription: "calm" });
    await applied();
    const { view, notices } = await applied({
      reached(state) {
        if (state === "confirming") pings = Array.from({ length: 1_000 }, () => 500);
      },
    });
    expect(view).toMatchObject({ state: "failed", canRollBack: false });
    expect(view.reason).toContain("there is nothing to roll back to");
    expect(notices).toMatchObject([{ event: "apply-failed" }]);
  });
});
