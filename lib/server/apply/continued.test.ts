import { describe, expect, it } from "vitest";
import { db } from "@/testing/rooms";
import {
  leave,
  openApplies,
  pass,
  release,
  type Story,
  timeOutAfter,
} from "@/testing/running-instance/apply-stories";

const { read, change, begin, driven } = openApplies();

describe("an apply whose process is killed", () => {
  it.each(["applying", "confirming", "rolling-back", "reapplying", "reconfirming"] as const)(
    "is continued by another process from state %s",
    async (state) => {
      change({ instanceDescription: "no cdn" });
      const id = await begin();
      const story: Story = { answer: "roll-back", looked: timeOutAfter("confirming", 1) };
      await driven(id, { ...story, reached: leave(state) });
      // No other process continues the apply until the killed process's claim has expired.
      expect((await driven(id)).states).toEqual([]);
      await release();
      const { view, states } = await driven(id, story);
      expect([states[0], view.state]).toEqual([state, "rolled-back"]);
      expect(read().general).toMatchObject({ instanceDescription: "calm" });
    },
  );
});

describe("an apply that another process continues", () => {
  /** Returns how often a process checks the instance if the previous process has stored this deadline. */
  async function looksWith(deadline: number, passing: readonly number[]): Promise<number> {
    change({ instanceName: "Lagoon" });
    const id = await begin();
    await driven(id, {
      isIgnored: true,
      looked: (state) => void (state === "confirming" && release("another process", 5_000)),
    });
    await db().updateTable("applies").set({ deadline, lease_until: 0 }).execute();
    let looks = 0;
    const { states } = await driven(id, {
      isIgnored: true,
      looked(state, nth) {
        if (state !== "confirming") return;
        looks = nth;
        pass(passing[nth - 1] ?? 0);
      },
    });
    expect(states.at(-1)).toBe("rolled-back");
    return looks;
  }

  it("waits at least ten seconds for the instance if the deadline has passed", async () => {
    expect(await looksWith(Date.now() - 60_000, [4_000, 7_000])).toBe(2);
  });

  it("waits for the instance no longer than the configured time", async () => {
    expect(await looksWith(Date.now() + 3_600_000, [100_000, 30_000])).toBe(2);
  });
});
