import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { freePort } from "@/e2e/support/free-port";
import { changeEnv, theRooms } from "@/testing/rooms";
import {
  command,
  openApplies,
  pass,
  rollback,
  type Story,
  timeOutAfter,
} from "@/testing/running-instance/apply-stories";
import { inWords } from "@/lib/server/monitor/notify/events";
import { currentApply, listPastApplies, readApply } from "./views";
import { setAnswer } from "./store";

const { instance, bytes, save, change, pending, begin, driven, applied } = openApplies();

describe("an apply that restarts the instance", () => {
  it("is confirmed and recorded with its states, checks and output", async () => {
    change({ instanceName: "Lagoon" });
    expect(await pending()).toEqual(["general.instanceName"]);
    changeEnv({ instanceReload: [command("echo", "The instance was started.")] });
    const { view, states, id, notices, row } = await applied();
    expect(states).toEqual(["requested", "applying", "confirming", "confirmed"]);
    // The client probes run when the apply is requested, before the restart and after the restart. The last one succeeds
    // at the first attempt, so it is not repeated.
    expect(instance.asked.filter((route) => route === "GET /users/@me")).toHaveLength(3);
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
      secondsLeft: null,
      output: "The instance was started.\n",
    });
    expect(row.from_content).toBeNull();
    expect(Date.parse(view.endedAt ?? "")).toBeGreaterThanOrEqual(Date.parse(view.at));
    const names = ["api", "gateway", "cdn", "pending"];
    const probes = ["discovery", "announced-gateway", "signed-in"].map((name) => `client:${name}`);
    expect(view.checks.map(({ name, isUp }) => [name, isUp])).toEqual(
      names.concat(probes).map((name) => [name, true]),
    );
    expect(view.baseline.find(({ name }) => name === "pending")).toMatchObject({
      isUp: false,
      reason: "The instance still uses old values for Instance name.",
    });
    expect(view.baseline.map(({ name }) => name)).not.toContain("client:upload");
    expect(view.steps.map(({ state, isOk, note }) => [state, isOk, note])).toEqual([
      ["requested", true, null],
      ["applying", true, "echo exited with status 0."],
      ["confirming", true, null],
    ]);
    expect(view.steps[2]?.checks).toEqual(view.checks);
    expect(await readApply(theRooms().applyRoom, id, { withLog: false })).toMatchObject({
      apply: { id, state: "confirmed" },
      preflight: { level: "green" },
      auditEntry: null,
    });
    expect(await currentApply(theRooms().applyRoom)).toMatchObject({ id, state: "confirmed" });
    await expect(readApply(theRooms().applyRoom, id + 1, { withLog: false })).rejects.toMatchObject({
      code: "not-found",
    });
    const { applies } = await listPastApplies(theRooms().applyRoom);
    expect(applies[0]).toMatchObject({ id, isPlanned: false, endedAt: view.endedAt, reason: null });
  });

  it("is confirmed only after two consecutive successful checks", async () => {
    let looks = 0;
    const { states } = await applied({
      reached(state) {
        if (state === "confirming") instance.statuses["/ping"] = [200, 500];
      },
      looked: (state, nth) => {
        if (state === "confirming") looks = nth;
      },
    });
    // One success, one failure, and two more successes. Each check requests the report once, and so does the end.
    expect([states.at(-1), looks]).toEqual(["confirmed", 5]);
  });

  it("is not confirmed if one check succeeds and the deadline interrupts the next one", async () => {
    change({ instanceName: "Lagoon" });
    let isDead = false;
    const { states } = await applied({
      looked(state, nth) {
        if (state !== "confirming") return;
        if (nth === 1) pass(119_500);
        isDead = nth === 2;
      },
      requested: () => (isDead ? new Promise(() => undefined) : undefined),
      reached(state) {
        if (state === "asking") changeEnv({ instanceHealthTimeout: 100 });
        if (state === "rolling-back") changeEnv({ instanceHealthTimeout: 120_000 });
        if (state === "rolling-back") isDead = false;
      },
    });
    expect(states).toEqual(["requested", "applying", "confirming", "asking", ...rollback]);
  });

  it("is rolled back if a vital part stays down", async () => {
    const before = bytes();
    change({ instanceDescription: "hang" });
    const { view, states, notices } = await applied({
      reached(state) {
        if (state === "confirming") changeEnv({ instanceHealthTimeout: 100 });
        if (state === "rolling-back") changeEnv({ instanceHealthTimeout: 120_000 });
      },
    });
    expect(states).toEqual(["requested", "applying", "confirming", ...rollback]);
    expect(view.reason).toBe(
      "The instance was not healthy after 0.1 seconds.\nAPI: No response. Check the instance's log.",
    );
    expect(view.takenBack).toMatchObject([{ path: "general.instanceDescription", after: "hang" }]);
    expect(view.steps.map(({ isOk }) => isOk)).toEqual([true, true, false, true, true, true]);
    expect(notices).toEqual([
      {
        event: "rolled-back",
        from: view.version,
        to: view.backVersion,
        reason: view.reason,
        notLoaded: 0,
        isUntouched: false,
      },
    ]);
    expect(view.backVersion).toBeGreaterThan(view.version!);
    expect(bytes()).toBe(before);
    expect(await pending()).toEqual([]);
    expect((await listPastApplies(theRooms().applyRoom)).applies[0]?.reason).toBe(
      view.reason?.split("\n").join(" "),
    );
  });

  it("is rolled back without asking if nothing responds at a new broker address", async () => {
    save("rabbitmq", { host: `amqp://127.0.0.1:${await freePort()}` });
    const { view, states } = await applied({ looked: timeOutAfter("confirming", 1) });
    expect(view.reason).toContain("Message broker: ");
    expect([states.includes("asking"), view.state]).toEqual([false, "rolled-back"]);
  });

  it.each([
    ["confirmed", 200, 0],
    ["rolled-back", 150, 50],
  ])("is %s by the share of the instance's own requests that fail", async (state, good, bad) => {
    const counters = (ok: number, failed: number) =>
      [
        `chat_http_request_total{path="/users",status="200"} ${ok}`,
        `chat_http_request_total{path="/users",status="500"} ${failed}`,
      ].join("\n");
    instance.counted = counters(10_000, 10);
    change({ instanceName: "Lagoon" });
    const { view } = await applied({
      looked: timeOutAfter("confirming", 3),
      reached: (reached) => {
        if (reached === "confirming") instance.counted = counters(good, bad);
      },
    });
    expect(view.state).toBe(state);
    if (state === "rolled-back")
      expect(view.reason).toContain(
        "API: It fails 25% of 200 requests since the apply, and failed 0.1% before.",
      );
  });

  it("is confirmed after 15 seconds if the instance has too few requests to judge", async () => {
    instance.counted = 'chat_http_request_total{path="/users",status="200"} 1000';
    change({ instanceName: "Lagoon" });
    let looks = 0;
    const { view } = await applied({
      looked(state, nth) {
        if (state !== "confirming") return;
        looks = nth;
        if (nth === 3) pass(14_999);
        if (nth === 5) pass(1);
      },
      reached: (reached) => {
        if (reached === "confirming")
          instance.counted = 'chat_http_request_total{path="/users",status="200"} 49';
      },
    });
    expect(view.state).toBe("confirmed");
    expect(looks).toBeGreaterThanOrEqual(5);
  });

  it("starts the instance once more if its first start failed", async () => {
    const marker = join(mkdtempSync(join(tmpdir(), "start-")), "started");
    const twice = `test -e ${marker} || { touch ${marker}; echo Unexpected end of JSON input; exit 1; }`;
    changeEnv({ instanceReload: [command("sh", "-c", twice)] });
    change({ instanceName: "Lagoon" });
    const { view, states } = await applied();
    expect(states).toEqual(["requested", "applying", "confirming", "confirmed"]);
    expect(view.output).toBe("Unexpected end of JSON input\n");
    rmSync(dirname(marker), { recursive: true });
  });

  it("fails with its own advice if the file has no broker to reload it through", async () => {
    changeEnv({ instanceReload: [{ way: "broker" }] });
    change({ instanceName: "Lagoon" });
    const { view, notices, row } = await applied();
    expect(view).toMatchObject({
      state: "failed",
      reason: expect.stringContaining("no message broker address") as unknown,
    });
    expect(JSON.parse(row.preflight)).toMatchObject({ level: "red" });
    expect(notices).toMatchObject([{ event: "apply-failed", isUntouched: true }]);
    expect(inWords(notices[0]!, "Harbor")).not.toMatch(/restore|Read the instance's log/);
  });

  it("is rolled back if the instance ignores the command", async () => {
    change({ instanceName: "Lagoon", frontPage: "https://a.example", tosPage: "https://b.example" });
    save("register", { disabled: true });
    const { view, states } = await applied({ isIgnored: true, looked: timeOutAfter("confirming", 2) });
    expect(states).not.toContain("asking");
    expect(view.state).toBe("rolled-back");
    expect(view.reason).toMatch(/still uses old values for (.+, ){2}.+ and 1 more\.$/);
  });

  it.each([
    ["keep", "kept"],
    ["roll-back", "rolled-back"],
  ] as const)("follows the operator's decision if only the CDN fails: %s", async (answer, state) => {
    const before = bytes();
    change({ instanceDescription: "no cdn" });
    const saved = bytes();
    const { view, states, notices } = await applied({ answer, looked: timeOutAfter("confirming", 1) });
    expect(states.slice(2, 4)).toEqual(["confirming", "asking"]);
    expect(view.state).toBe(state);
    expect(view.reason).toMatch(
      /^The instance was not healthy after 120 seconds\.\nCDN: The server fails with status 500/,
    );
    expect(bytes()).toBe(state === "kept" ? saved : before);
    expect(notices).toHaveLength(state === "kept" ? 0 : 1);
    const asking = view.steps.find((step) => step.state === "confirming");
    expect(asking).toMatchObject({ isOk: false, note: view.reason });
  });

  it("is rolled back if no operator decides in time", async () => {
    change({ instanceDescription: "no cdn" });
    const looked: Story["looked"] = (state) =>
      void (state === "confirming" || state === "asking" ? pass() : 0);
    expect((await applied({ looked })).view.state).toBe("rolled-back");

    change({ instanceName: "Lagoon" });
    const { view, states } = await applied({
      looked: timeOutAfter("confirming", 1),
      reached(state) {
        if (state === "confirming") instance.statuses["/ping"] = [500];
      },
    });
    expect(states.slice(2)).toEqual(["confirming", "asking", "confirmed"]);
    expect(view).toMatchObject({ state: "confirmed", reason: null });
  });

  it("ignores a part that was down before the apply", async () => {
    change({ instanceDescription: "no gateway" });
    instance.restart();
    await pending();
    change({ instanceName: "Lagoon" });
    const { view } = await applied();
    expect(view.state).toBe("confirmed");
    const gateway = (checks: typeof view.checks) => checks.find(({ name }) => name === "gateway");
    expect(gateway(view.baseline)).toMatchObject({ isUp: false });
    expect(gateway(view.baseline)).not.toHaveProperty("isIgnored");
    expect(gateway(view.checks)).toMatchObject({ isUp: false, isIgnored: true });
  });
});

describe("an operator's decision to keep the version", () => {
  it.each(["requested", "applying", "confirming"] as const)(
    "prevents the rollback if it is made in state %s",
    async (at) => {
      change({ instanceDescription: "no cdn" });
      const id = await begin();
      if (at === "requested") await setAnswer(theRooms().applyRoom, id, "keep");
      const { view, states } = await driven(id, {
        reached: (state) =>
          void (state === at && at !== "requested" && setAnswer(theRooms().applyRoom, id, "keep")),
      });
      expect([states.at(-1), view.state]).toEqual(["kept", "kept"]);
      expect(states).not.toContain("asking");
    },
  );

  it("is not reported as a version that the instance uses", async () => {
    change({ instanceDescription: "no cdn" });
    const id = await begin({ plannedAt: 1_700_000_000_000 });
    await setAnswer(theRooms().applyRoom, id, "keep");
    const { notices } = await driven(id);
    expect(notices).toMatchObject([{ event: "planned-apply-done", isConfirmed: false }]);
  });
});

describe("a planned apply", () => {
  it("sends a notification when it is confirmed", async () => {
    change({ instanceName: "Lagoon" });
    const { view, notices } = await applied({ plannedAt: 1_700_000_000_000 });
    expect(view).toMatchObject({ state: "confirmed", plannedAt: "2023-11-14T22:13:20.000Z" });
    expect(notices).toEqual([
      { event: "planned-apply-done", version: view.version, actor: "keeper", isConfirmed: true },
    ]);
    expect((await listPastApplies(theRooms().applyRoom)).applies[0]).toMatchObject({ isPlanned: true });
  });

  it("fails without a restart if a preflight check fails", async () => {
    save("cdn", { endpointPrivate: undefined });
    const { starts } = instance;
    const { view, notices } = await applied({ plannedAt: 1_700_000_000_000 });
    expect(view.state).toBe("failed");
    expect(view.reason).toMatch(
      /^Instance startup: .+The planned apply was canceled, and nothing was restarted\.$/,
    );
    expect(view.checks).toEqual(view.baseline);
    expect(notices).toMatchObject([{ event: "apply-failed" }]);
    expect(instance.starts).toBe(starts);
    expect((await readApply(theRooms().applyRoom, view.id, { withLog: false })).preflight).toMatchObject({
      level: "red",
    });
  });
});
