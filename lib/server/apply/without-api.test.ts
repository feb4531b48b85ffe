import { beforeEach, describe, expect, it } from "vitest";
import { changeEnv, configFile, db, panelSettings, theRooms } from "@/testing/rooms";
import { openApplies } from "@/testing/running-instance/apply-stories";
import { preflight, previewApply } from "./preflight";

const { instance, write, save, change, pending, applied } = openApplies();

describe("without INSTANCE_API_URL, the panel", () => {
  beforeEach(async () => {
    panelSettings().instanceApiUrl = undefined;
    theRooms().known.forget();
  });

  it("confirms an apply if every part answers", async () => {
    await theRooms().applies.markRestarted();
    change({ instanceName: "Lagoon" });
    const { view } = await applied();
    expect(view.state).toBe("confirmed");
    expect(view.checks.map(({ name }) => name)).toEqual(["api", "gateway", "cdn", "client:discovery"]);
    expect(await pending()).toEqual([]);
  });

  it("reports changes since the last known version as unknown", async () => {
    await theRooms().applies.markRestarted();
    expect(await theRooms().applies.readRunning()).toMatchObject({
      state: "unknown",
      isWhole: false,
      unknownSince: null,
    });
    change({ instanceName: "Lagoon" });
    await configFile().read();
    const report = await theRooms().applies.readRunning();
    expect(report).toMatchObject({
      state: "unknown",
      settings: [{ path: "general.instanceName", state: "unknown", runs: "Harbor", file: "Lagoon" }],
      known: { by: "marked" },
    });
    const [newest] = await configFile().history.find({ limit: 1 });
    expect(report.unknownSince).toBe(new Date(newest!.createdAt).toISOString());
    expect(report.reason).toBeUndefined();
  });

  it("reports the state `local` if no version is known and INSTANCE_RELOAD is not set", async () => {
    await db().deleteFrom("running_versions").execute();
    await db().deleteFrom("working_versions").execute();
    expect((await theRooms().applies.readRunning()).state).toBe("unknown");
    changeEnv({ instanceReload: [] });
    expect(await theRooms().applies.readRunning()).toMatchObject({
      state: "local",
      unknownSince: null,
      known: null,
      reload: null,
    });
    await theRooms().applies.markRestarted();
    expect((await theRooms().applies.readRunning()).state).toBe("unknown");
  });
});

describe("the preview of an apply", () => {
  const { signal } = new AbortController();

  it("contains the preflight, and the parts that do not respond", async () => {
    change({ instanceDescription: "no cdn" });
    instance.restart();
    save("cdn", { endpointPrivate: undefined });
    const { baseline, preflight: found } = await previewApply(theRooms().applyRoom, signal);
    expect(baseline.map(({ name, isUp }) => [name, isUp])).toEqual([
      ["api", true],
      ["gateway", true],
      ["cdn", false],
    ]);
    expect(found.level).toBe("red");
  });

  it("is refused if the file cannot be parsed", async () => {
    write("{");
    await expect(previewApply(theRooms().applyRoom, signal)).rejects.toMatchObject({
      code: "config-unusable",
    });
    const file = (await preflight(theRooms().applyRoom, { signal })).parts[0];
    expect(file).toMatchObject({ name: "file", level: "red" });
    expect(file?.findings[0]?.message).toMatch(/^The file is cut off.+ Fix the file first\.$/);
    write(JSON.stringify(instance.file));
    const version = Buffer.from("{");
    const { level, parts } = await preflight(theRooms().applyRoom, { version, signal });
    expect([level, parts[0]?.findings]).toEqual([
      "red",
      [{ level: "red", message: "The version cannot be parsed. Fix the file first." }],
    ]);
    expect((await preflight(theRooms().applyRoom, { signal })).parts.map(({ name }) => name)).not.toContain(
      "file",
    );
  });
});
