import { describe, expect, it } from "vitest";
import { runningRoutes } from "@/lib/shared/contract/running";
import { leave, openApplies, pass, release, rollback } from "@/testing/running-instance/apply-stories";
import { db, theRooms } from "@/testing/rooms";

const { bytes, change, begin, driven, applied } = openApplies();
const toCheckIn = ["requested", "applying", "confirming", "checking-in"];
const minute = 60_000;

describe("an apply with a check-in", () => {
  it("is confirmed by an operator, who is notified, and only then known to work", async () => {
    change({ instanceName: "Lagoon" });
    const before = (await theRooms().known.target())?.etag;
    let target: string | undefined;
    const { view, states, notices } = await applied({
      checkIn: 5,
      answer: "keep",
      reached: (state) =>
        void (
          state === "checking-in" &&
          theRooms()
            .known.target()
            .then((found) => (target = found?.etag))
        ),
    });
    expect(states).toEqual([...toCheckIn, "confirmed"]);
    expect(view).toMatchObject({ state: "confirmed", checkIn: 5, reason: null });
    expect(notices).toEqual([{ event: "check-in", version: view.version, actor: "keeper", minutes: 5 }]);
    expect([target === view.etag, target !== undefined, before]).toEqual([false, true, before]);
    expect((await theRooms().known.target())?.etag).toBe(view.etag);
  });

  it("is rolled back exactly when the time is up", async () => {
    const before = bytes();
    change({ instanceName: "Lagoon" });
    let early: string | undefined;
    const { view, states, notices } = await applied({
      checkIn: 5,
      reached(state) {
        if (state !== "checking-in") return;
        setTimeout(() => pass(5 * minute - 1), 50);
        setTimeout(
          () =>
            void theRooms()
              .applies.current()
              .then((now) => (early = now?.state)),
          150,
        );
        setTimeout(() => pass(1), 300);
      },
    });
    expect(early).toBe("checking-in");
    expect(states).toEqual([...toCheckIn, ...rollback]);
    expect(view.reason).toBe("Nobody confirmed the apply within 5 minutes.");
    expect(notices.map(({ event }) => event)).toEqual(["check-in", "rolled-back"]);
    expect(bytes()).toBe(before);
  });

  it("is rolled back at once if an operator decides so", async () => {
    change({ instanceName: "Lagoon" });
    const { view } = await applied({ checkIn: 5, answer: "roll-back" });
    expect(view).toMatchObject({ state: "rolled-back", reason: "An operator chose to roll back." });
    const [newest] = await theRooms().config.history.find({ limit: 1 });
    expect(newest?.note).toBe(`Rolled back from version ${view.version}. An operator chose to roll back.`);
  });

  it("keeps its deadline when another process continues it", async () => {
    change({ instanceName: "Lagoon" });
    const id = await begin({ checkIn: 5 });
    await driven(id, { reached: leave("checking-in") });
    const deadline = Date.now() + 3 * minute;
    await db().updateTable("applies").set({ deadline }).execute();
    await release();
    const { view } = await driven(id, {
      reached: (state) => {
        if (state === "checking-in") setTimeout(() => pass(3 * minute), 50);
      },
    });
    expect(view).toMatchObject({
      state: "rolled-back",
      reason: expect.stringContaining("5 minutes") as unknown,
    });
  });

  it("is refused if no other version is known to work", async () => {
    await expect(begin({ checkIn: 5 })).rejects.toMatchObject({
      code: "conflict",
      message: expect.stringContaining("Apply without a check-in") as unknown,
    });
  });

  it.each([
    [0, false],
    [1, true],
    [60, true],
    [61, false],
    [1.5, false],
  ])("accepts whole minutes from 1 to 60: %d", (checkIn, isAccepted) => {
    expect(runningRoutes.applyFile.body!.safeParse({ checkIn }).success).toBe(isAccepted);
  });
});
