import { beforeEach, describe, expect, it } from "vitest";
import { env } from "@/lib/env";
import { db } from "@/lib/server/db";
import { openApplies, pass, release, rollback, timeOutAfter } from "@/testing/running-instance/apply-stories";
import { readRunning } from "./report";
import { setAnswer } from "./store";

const { instance, bytes, change, begin, driven, applied } = openApplies();

describe("an apply that asks the process to stop", () => {
  const stops = () => instance.asked.filter((route) => route === "POST /stop").length;
  const noteOf = (view: { steps: { state: string; note: string | null }[] }, state: string) =>
    view.steps.find((step) => step.state === state)?.note;

  beforeEach(() => {
    env().instanceReload = [{ way: "api" }];
    change({ instanceName: "Lagoon" });
  });

  it("is confirmed after the process has ended, and shows the restarted parts", async () => {
    const { starts } = instance;
    const { view, row } = await applied();
    expect(view.state).toBe("confirmed");
    expect(noteOf(view, "applying")).toBe("The instance accepted the request to stop.");
    expect(view.checks.slice(0, 4).map(({ name, hasRestarted }) => [name, hasRestarted])).toEqual([
      ["api", true],
      ["gateway", true],
      ["cdn", true],
      ["pending", undefined],
    ]);
    expect([stops(), instance.starts, row.stop_ignored]).toEqual([1, starts + 1, 0]);
  });

  it("fails if the process ignores the request", async () => {
    instance.isStoppable = false;
    const saved = bytes();
    const { view, states, notices } = await applied({
      looked: (state, nth) => void (state === "confirming" && nth === 2 && pass(10_001)),
    });
    expect(states).toEqual(["requested", "applying", "confirming", "failed"]);
    expect(view.reason).toContain("its process did not end");
    expect(noteOf(view, "confirming")).toBe("The process did not end.");
    expect(notices).toMatchObject([{ event: "apply-failed", notLoaded: 1 }]);
    expect([stops(), bytes()]).toEqual([1, saved]);
    expect(await readRunning(db())).toMatchObject({ isStopIgnored: true });

    await expect(begin()).rejects.toMatchObject({ code: "conflict" });
    instance.isStoppable = true;
    expect((await applied({ stopAgain: true })).view.state).toBe("confirmed");
    expect(await readRunning(db())).toMatchObject({ isStopIgnored: false });
  });

  it("reports no restart if the process ignores the request", async () => {
    instance.isStoppable = false;
    const { view } = await applied({
      looked: (state) => {
        if (state === "confirming") pass(10_001);
      },
    });
    expect(view.state).toBe("failed");
    expect(view.checks.some(({ hasRestarted }) => hasRestarted)).toBe(false);
  });

  it("does not count the timeout of an idle connection as a restart", async () => {
    instance.isStoppable = false;
    const { view } = await applied({
      requested: (route) => (route === "POST /stop" ? instance.timeOutIdle() : undefined),
      looked: (state) => void (state === "confirming" && pass(10_001)),
    });
    expect(view.state).toBe("failed");
    expect(view.checks.some(({ hasRestarted }) => hasRestarted)).toBe(false);
  });

  it("counts a part that was down during the apply as restarted", async () => {
    instance.isStoppable = false;
    const { view } = await applied({
      reached(state) {
        if (state !== "confirming") return;
        instance.statuses["GET /ping"] = [500];
        instance.reload();
      },
    });
    expect(view.state).toBe("confirmed");
    expect(view.checks.find(({ name }) => name === "api")).toMatchObject({ hasRestarted: true });
  });

  it("is confirmed without a restart if the instance has loaded the settings", async () => {
    instance.isStoppable = false;
    const { view } = await applied({ reached: (state) => state === "confirming" && instance.reload() });
    expect(view.state).toBe("confirmed");
    expect(view.checks.some(({ hasRestarted }) => hasRestarted)).toBe(false);
  });

  it("sends a second stop request for the rollback", async () => {
    change({ instanceDescription: "no cdn" });
    const { view } = await applied({ answer: "roll-back", looked: timeOutAfter("confirming", 2) });
    expect([view.state, stops()]).toEqual(["rolled-back", 2]);
    expect(noteOf(view, "reapplying")).toBe("The instance accepted the request to stop.");
  });

  it("sends no second stop request if the process ignored the first request", async () => {
    instance.isStoppable = false;
    const id = await begin();
    const { view, states } = await driven(id, {
      looked(state, nth) {
        if (state === "confirming" && nth === 1) void setAnswer(db(), id, "roll-back");
      },
    });
    expect(states).toEqual(["requested", "applying", "confirming", ...rollback]);
    expect(noteOf(view, "reapplying")).toContain("was not asked to stop again");
    expect([view.takenBack.length, stops()]).toEqual([1, 1]);
  });

  it("sends no request if the instance is down", async () => {
    instance.isStoppable = false;
    const { view, row } = await applied({
      reached(state) {
        if (state === "applying") instance.statuses["GET /ping"] = [503];
        if (state === "confirming") instance.restart();
      },
    });
    expect([view.state, stops(), row.stop_sent_at]).toEqual(["confirmed", 0, null]);
    expect(noteOf(view, "applying")).toBe("The instance is down. Its supervisor has to start it.");
  });

  it.each([[502], [504]])(
    "is confirmed even if a proxy answers the stop request with status %i",
    async (status) => {
      instance.statuses["POST /stop"] = [status];
      const { view } = await applied({ reached: (state) => state === "confirming" && instance.restart() });
      expect(view.state).toBe("confirmed");
      expect(noteOf(view, "applying")).toBe("The instance did not answer the request to stop.");
    },
  );

  it.each([[300], [403], [500]])(
    "fails without changing the file if the instance answers with status %i",
    async (status) => {
      instance.statuses["POST /stop"] = [status];
      const saved = bytes();
      const { view } = await applied();
      expect(view).toMatchObject({ state: "failed", takenBack: [] });
      expect(view.reason).toMatch(
        new RegExp(
          `status ${status}\\. INSTANCE_OPERATOR_TOKEN .+ Nothing was restarted, and the file was not changed\\.$`,
        ),
      );
      expect(bytes()).toBe(saved);
    },
  );

  it("does not repeat the request if another process continues the apply", async () => {
    const id = await begin();
    await driven(id, {
      requested: (route) => (route === "POST /stop" ? release("another process") : undefined),
    });
    const { view, states } = await driven(id);
    expect([states[0], view.state, stops()]).toEqual(["applying", "confirmed", 1]);
    expect(noteOf(view, "applying")).toBe("The instance was asked to stop.");
  });
});
