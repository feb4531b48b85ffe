import { beforeEach, describe, expect, it } from "vitest";
import { openApplies } from "@/testing/running-instance/apply-stories";

const { instance, change, applied } = openApplies();

describe("the restarts that an apply shows", () => {
  beforeEach(() => {
    instance.hasMetrics = false;
  });

  const restarted = (checks: { name: string; hasRestarted?: true }[]) =>
    checks.flatMap(({ name, hasRestarted }) => (hasRestarted ? [name] : []));

  it("does not count the timeout of an idle connection", async () => {
    change({ instanceName: "Lagoon" });
    const { view } = await applied({
      isIgnored: true,
      reached: (state) => {
        if (state !== "confirming") return;
        instance.timeOutIdle();
        instance.reload();
      },
    });
    expect([view.state, restarted(view.checks)]).toEqual(["confirmed", []]);
  });

  it("counts a part that was down during the apply", async () => {
    change({ instanceName: "Lagoon" });
    const { view } = await applied({
      isIgnored: true,
      reached: (state) => {
        if (state !== "confirming") return;
        instance.statuses["GET /ping"] = [500];
        instance.reload();
      },
    });
    expect([view.state, restarted(view.checks)]).toEqual(["confirmed", ["api"]]);
  });
});
