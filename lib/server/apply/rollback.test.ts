import { describe, expect, it } from "vitest";
import { changeEnv, configFile, db, theRooms } from "@/testing/rooms";
import { byOperator } from "@/lib/shared/author";
import type { ApplyAnswer } from "@/lib/shared/contract/values";
import { command, openApplies, pass, rollback, timeOutAfter } from "@/testing/running-instance/apply-stories";
import { currentApply, offerDrafts } from "./views";

const { instance, bytes, read, write, save, change, pending, applied } = openApplies();

describe("an apply that cannot be confirmed", () => {
  it("fails if the file already contains the last healthy version", async () => {
    const { view, notices } = await applied({
      looked: timeOutAfter("confirming", 1),
      reached(state) {
        if (state === "confirming") instance.statuses["GET /ping"] = [500, 500];
      },
    });
    expect(view).toMatchObject({ state: "failed", canRollBack: false });
    expect(view.reason).toContain("there is nothing to roll back to");
    expect(notices).toMatchObject([{ event: "apply-failed" }]);
  });

  it("fails if the panel knows no healthy version", async () => {
    change({ instanceName: "Elsewhere" });
    instance.reload();
    change({ instanceName: "Lagoon" });
    await db().deleteFrom("running_versions").execute();
    await db().deleteFrom("working_versions").execute();
    const { view } = await applied({ looked: timeOutAfter("confirming", 1), isIgnored: true });
    expect(view).toMatchObject({ state: "failed", canRollBack: false, fromVersion: null, changes: [] });
    expect(view.reason).toContain("knows no earlier version with which the instance was healthy");
  });

  it("fails without changing the file if the command cannot start", async () => {
    changeEnv({ instanceReload: [command("/no/such/program")] });
    change({ instanceName: "Lagoon" });
    const saved = bytes();
    const { view, states } = await applied();
    expect(states).toEqual(["requested", "applying", "failed"]);
    expect(view.reason).toMatch(/does not exist.+Nothing was restarted, and the file was not changed\.$/);
    expect(bytes()).toBe(saved);
  });

  it("is rolled back if the command fails", async () => {
    changeEnv({ instanceReload: [command("false")] });
    const before = bytes();
    change({ instanceName: "Lagoon" });
    const { view, states } = await applied({ isIgnored: true });
    expect(states).toEqual(["requested", "applying", ...rollback]);
    expect(view.reason).toMatch(/^false exited with status 1\./);
    expect(view.steps.map(({ isOk }) => isOk)).toEqual([true, false, true, false, true]);
    expect(bytes()).toBe(before);
  });

  it("fails without changing the file if INSTANCE_RELOAD is no longer set", async () => {
    change({ instanceName: "Lagoon" });
    const saved = bytes();
    const { view } = await applied({
      reached: (state) => void (state === "applying" && changeEnv({ instanceReload: [] })),
    });
    expect(view.state).toBe("failed");
    expect(view.reason).toMatch(/^INSTANCE_RELOAD is not set.+The file was not changed\.$/);
    expect(bytes()).toBe(saved);
  });

  it("fails if the instance is not healthy after the rollback", async () => {
    change({ instanceName: "Lagoon" });
    const { view, states, notices } = await applied({
      isIgnored: true,
      looked: (state) => void (["confirming", "reconfirming"].includes(state) && pass()),
      reached(state) {
        if (state === "reconfirming") instance.statuses["GET /ping"] = [500, 500];
      },
    });
    expect(states.slice(-2)).toEqual(["reconfirming", "failed"]);
    expect(view.reason).toMatch(
      /old values for Instance name\. The earlier version was restored, but the instance is not healthy with it\. The instance was not healthy after 120 seconds\.\nAPI: /,
    );
    expect(view.takenBack).toHaveLength(1);
    expect(notices).toMatchObject([{ event: "apply-failed", notLoaded: 0 }]);
  });

  it("fails if the file cannot be parsed during the rollback", async () => {
    changeEnv({ instanceReload: [command("false")] });
    change({ instanceName: "Lagoon" });
    const { view, notices } = await applied({
      reached: (state) => state === "rolling-back" && write("{"),
    });
    expect(view.state).toBe("failed");
    expect(view.reason).toMatch(/^false exited.+ it cannot be read, so nothing was rolled back\./);
    expect(notices).toMatchObject([{ event: "apply-failed", to: null, notLoaded: null }]);
    expect(bytes()).toBe("{");
  });
});

describe("a rollback after another save", () => {
  /** Applies the file with a command that fails, and saves these settings as soon as the rollback begins. */
  const withSaved = (general: Record<string, unknown>, answer?: ApplyAnswer) => {
    changeEnv({ instanceReload: [command("false")] });
    let isSaved = false;
    let clock: NodeJS.Timeout | undefined;
    return applied({
      answer,
      reached(state) {
        if (state === "rolling-back" && !isSaved) {
          isSaved = true;
          change(general);
        }
        if (state === "contested" && !answer) clock = setInterval(() => pass(), 1);
        if (state === "reconfirming") {
          clearInterval(clock);
          instance.reload();
        }
      },
    });
  };

  it("restores only the settings that the apply changed", async () => {
    change({ instanceName: "Lagoon" });
    const { view, states } = await withSaved({ frontPage: "https://new.example" });
    expect(states).toEqual(["requested", "applying", ...rollback]);
    expect(view.takenBack.map(({ path: at }) => at)).toEqual(["general.instanceName"]);
    expect(read().general).toMatchObject({ instanceName: "Harbor", frontPage: "https://new.example" });
  });

  it.each([
    ["newer", "Newest", []],
    ["older", "Harbor", ["general.instanceName"]],
  ] as const)("lets the operator choose the %s of two saved values", async (answer, name, taken) => {
    change({ instanceName: "Lagoon", instanceDescription: "stormy" });
    const { view, states } = await withSaved({ instanceName: "Newest" }, answer);
    expect(states).toContain("contested");
    expect(view).toMatchObject({
      state: "rolled-back",
      contested: [
        {
          change: { path: "general.instanceName", before: "Harbor", after: "Newest" },
          author: "outside the panel",
        },
      ],
    });
    expect(view.takenBack.map(({ path: at }) => at)).toEqual([...taken, "general.instanceDescription"]);
    expect(read().general).toMatchObject({ instanceName: name, instanceDescription: "calm" });
  });

  it("keeps the newer value if no operator decides in time", async () => {
    change({ instanceName: "Lagoon" });
    const { view } = await withSaved({ instanceName: "Newest" });
    expect(view.state).toBe("rolled-back");
    expect(read().general).toMatchObject({ instanceName: "Newest" });
  });
});

describe("a file that the instance rewrites during the apply", () => {
  /** Adds a default value to the file, as the instance does when it writes the file. */
  const rewrite = () => save("register", { requireInvite: false });

  it("is restored byte for byte in a rollback", async () => {
    const before = bytes();
    changeEnv({ instanceReload: [command("false")] });
    change({ instanceName: "Lagoon" });
    const { view, states } = await applied({
      isIgnored: true,
      reached: (state) => state === "rolling-back" && rewrite(),
    });
    expect([states.includes("contested"), view.state]).toEqual([false, "rolled-back"]);
    expect(bytes()).toBe(before);
  });

  it("counts as the running version after the apply", async () => {
    change({ instanceName: "Lagoon" });
    const { view } = await applied({ reached: (state) => state === "confirming" && rewrite() });
    expect(view.state).toBe("confirmed");
    const { etag } = await theRooms().known.versions.now();
    expect(etag).not.toBe(view.etag);
    expect(await theRooms().known.running()).toMatchObject({ etag, by: "applied" });
  });

  it("is not restored byte for byte if another setting changed", async () => {
    changeEnv({ instanceReload: [command("false")] });
    change({ instanceName: "Lagoon" });
    await applied({
      reached: (state) => state === "rolling-back" && save("register", { requireInvite: true }),
    });
    expect(read()).toMatchObject({
      general: { instanceName: "Harbor" },
      register: { requireInvite: true },
    });
  });
});

it("an applied setting that was saved again is shown with its last author", async () => {
  changeEnv({ instanceReload: [command("false")] });
  change({ instanceName: "Lagoon", frontPage: "https://old.example" });
  const saves = [
    ["ada", { instanceName: "Newer" }],
    ["bo", { instanceName: "Newest" }],
    ["cy", { tosPage: "https://terms.example" }],
  ] as const;
  let isSaved = false;
  const { view } = await applied({
    answer: "newer",
    async requested(route) {
      // Save only when the panel first checks the instance, because the apply has been stored by then.
      if (isSaved || route !== "GET /ping") return;
      isSaved = true;
      for (const [author, general] of saves) {
        const file = read();
        const text = JSON.stringify({ ...file, general: { ...file.general, ...general } });
        const { etag } = await theRooms().known.versions.now();
        await configFile().revert({
          baseEtag: etag,
          author: byOperator(author),
          to: { bytes: Buffer.from(text) },
        });
      }
    },
  });
  expect(view.contested).toMatchObject([
    {
      change: { path: "general.instanceName", before: "Harbor", after: "Newest" },
      author: "bo",
      authorKind: "operator",
    },
  ]);
  expect(read().general).toMatchObject({ instanceName: "Newest", tosPage: "https://terms.example" });
  expect(read().general).not.toHaveProperty("frontPage");
});

describe("rolled-back settings", () => {
  it("are offered only to the operator who applied them", async () => {
    change({ tosPage: "https://terms.example" });
    instance.restart();
    await pending();
    changeEnv({ instanceReload: [command("false")] });
    change({ instanceName: "Lagoon", instanceDescription: "stormy", tosPage: undefined });
    save("security", { jwtSecret: "a new secret of more than thirty-two bytes" });
    const { id, view } = await applied({ isIgnored: true });
    expect(view).toMatchObject({ state: "rolled-back", areDraftsOffered: false });
    expect(view.takenBack).toHaveLength(4);
    change({ instanceDescription: "windy" });
    expect(await offerDrafts(theRooms().applyRoom, id, "somebody")).toEqual({ operations: [] });
    expect(await offerDrafts(theRooms().applyRoom, id, "keeper")).toEqual({
      operations: [
        { op: "set", path: "general.instanceName", value: "Lagoon" },
        { op: "unset", path: "general.tosPage" },
      ],
    });
    expect(await offerDrafts(theRooms().applyRoom, id, "keeper")).toEqual({ operations: [] });
    expect(await currentApply(theRooms().applyRoom)).toMatchObject({ areDraftsOffered: true });
  });
});
