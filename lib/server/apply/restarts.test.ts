import { beforeEach, describe, expect, it } from "vitest";
import { openApplies } from "@/testing/running-instance/apply-stories";
import { SeparatePart } from "@/testing/running-instance/separate-part";

const { instance, save, change, pending, applied } = openApplies();

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

  it("does not count a part whose metrics report the same start", async ({ onTestFinished }) => {
    instance.hasMetrics = true;
    const gateway = await SeparatePart.listen(onTestFinished);
    save("gateway", { endpointPrivate: gateway.origin });
    instance.restart();
    gateway.restart();
    await pending();
    change({ instanceName: "Lagoon" });
    // A reverse proxy closes the connections to the gateway when the API restarts.
    const { view } = await applied();
    expect(view.checks.find(({ name }) => name === "gateway")).toMatchObject({ isUp: true });
    expect([view.state, restarted(view.checks)]).toEqual(["confirmed", ["api", "cdn"]]);
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
