import { beforeEach, describe, expect, it } from "vitest";
import { changeEnv, configFile, db, panelSettings, theRooms } from "@/testing/rooms";
import { byOperator } from "@/lib/shared/author";
import { runningName } from "@/lib/server/rooms";
import { operatorToken } from "@/testing/running-instance";
import { openApplies, timeOutAfter } from "@/testing/running-instance/apply-stories";
import { SeparatePart } from "@/testing/running-instance/separate-part";

const { instance, bytes, read, write, save, change, pending, settle, applied } = openApplies();

/** Takes two samples of the instance, as monitoring does. */
async function monitored() {
  theRooms().known.forget();
  await theRooms().known.observe();
  await settle();
  const parts = ["api", "gateway", "cdn"] as const;
  const { known: version } = await theRooms().known.observe({
    parts: parts.map((name) => ({ name, isUp: true })),
  });
  return version;
}
async function saveByOperator(sections: object): Promise<void> {
  await configFile().revert({
    baseEtag: (await configFile().read()).etag,
    author: byOperator("ada"),
    to: { bytes: Buffer.from(JSON.stringify({ ...read(), ...sections })) },
  });
}

const claim = async () => (await theRooms().known.running())?.claim;

describe("a version counts as working", () => {
  it("after a start with it, if a client is served", async () => {
    expect(await claim()).toBe("loaded");
    expect(await monitored()).toMatchObject({ claim: "works", start: "same" });
    const { known: shown, startedAt } = await theRooms().applies.readRunning();
    expect(shown).toMatchObject({ works: true, claim: "works", by: "told" });
    expect(startedAt).not.toBeNull();
  });

  it("not while an unrecognized key of the file has another value than the instance reports", async () => {
    write(JSON.stringify({ ...read(), futureSection: { limit: 5 } }));
    instance.restart();
    await monitored();
    const before = await theRooms().known.running();
    expect(before).toMatchObject({ claim: "works", bytes: Buffer.from(bytes()) });
    // The instance would refuse this value at its next start.
    write(JSON.stringify({ ...read(), futureSection: { limit: "five" } }));
    const { settings, known: shown, etag } = await theRooms().applies.readRunning();
    expect(settings).toMatchObject([
      { path: "futureSection.limit", state: "pending", needs: "restart", isUnrecognized: true },
    ]);
    expect(shown?.etag).toBe(before?.etag);
    expect(shown?.etag).not.toBe(etag);
  });

  it("not after a reload, if settings that are read at the start have changed", async () => {
    await monitored();
    const started = (await theRooms().known.running())?.etag;
    await saveByOperator({ limits: { rate: { enabled: true, ip: { count: 1, window: 600 } } } });
    instance.reload();
    expect(await monitored()).toMatchObject({ claim: "until-restart", start: "other" });
    expect((await theRooms().known.target())?.etag).toBe(started);
    expect(await pending()).toContain("limits.rate.enabled");

    instance.restart();
    expect(await monitored()).toMatchObject({ claim: "works", start: "same" });
    expect(await pending()).toEqual([]);
    expect((await theRooms().applies.readRunning()).settings).toEqual([]);
  });

  it("not while the gateway's process is older, even for settings that a reload changes", async ({
    onTestFinished,
  }) => {
    const gateway = await SeparatePart.listen(onTestFinished);
    save("gateway", { endpointPrivate: gateway.origin });
    await configFile().read();
    instance.restart();
    gateway.restart();
    expect(await monitored()).toMatchObject({ claim: "works", start: "same" });
    const before = (await theRooms().known.target())?.etag;
    await saveByOperator({ limits: { guild: { maxRoles: 7 } } });
    instance.restart();
    for (let sample = 0; sample < 2; sample += 1) {
      expect(await monitored()).toMatchObject({ claim: "until-restart", start: "other" });
      expect((await theRooms().known.target())?.etag).toBe(before);
      expect((await theRooms().applies.readRunning()).settings).toMatchObject([
        { path: "limits.guild.maxRoles", state: "pending", needs: "reload", isLoaded: true, file: 7 },
      ]);
    }
    gateway.restart();
    expect(await monitored()).toMatchObject({ claim: "works", start: "same" });
    expect(await pending()).toEqual([]);

    await saveByOperator({ limits: { guild: { maxRoles: 8 } } });
    instance.restart();
    await monitored();
    expect(await pending()).toEqual(["limits.guild.maxRoles"]);
    // A reload through the broker reaches every part.
    const { etag } = await theRooms().known.versions.now();
    await theRooms().known.recordApplied({ etag, isRestart: false, checks: [] });
    expect(await pending()).toEqual([]);
    expect(await monitored()).toMatchObject({ claim: "works", start: "same" });
    // The API alone restarts with what the gateway has reloaded.
    instance.restart();
    expect(await monitored()).toMatchObject({ etag, claim: "works", start: "same" });
    expect(await pending()).toEqual([]);
  });

  it("not if it was kept although the CDN failed", async () => {
    await monitored();
    change({ instanceDescription: "no cdn" });
    const { view } = await applied({ answer: "keep", looked: timeOutAfter("confirming", 1) });
    expect(view.state).toBe("kept");
    theRooms().known.forget();
    const parts = [
      { name: "api" as const, isUp: true },
      { name: "gateway" as const, isUp: true },
      { name: "cdn" as const, isUp: false },
    ];
    const { known: version } = await theRooms().known.observe({ parts });
    expect(version).toMatchObject({ etag: view.etag, claim: "loaded" });
  });
});

describe("without an operator token, a saved setting that the instance does not report", () => {
  beforeEach(() => {
    panelSettings().instanceOperatorToken = undefined;
  });

  const shown = async () => {
    const paths = await pending();
    const { known: version, etag, unknownSince } = await theRooms().applies.readRunning();
    return { paths, isCurrent: version?.etag === etag, isUnknown: unknownSince !== null };
  };
  const unknown = { paths: ["email.senderAddress"], isCurrent: false, isUnknown: true };
  const inEffect = { paths: [], isCurrent: true, isUnknown: false };

  it("is unknown until the instance has started with it", async () => {
    instance.startedAt = Date.now() - 60_000;
    await pending();
    save("email", { senderAddress: "new@chat.example" });
    expect([await shown(), await shown()]).toEqual([unknown, unknown]);
    instance.restart();
    expect(await shown()).toEqual(inEffect);
  });

  it("stays unknown if the instance started in the same second, until it is marked as restarted", async () => {
    const long = Date.now() - 120_000;
    await db().updateTable("config_revisions").set({ created_at: long }).execute();
    instance.startedAt = Math.floor(Date.now() / 1_000) * 1_000 - 60_000;
    await pending();
    const start = Math.ceil(Date.now() / 1_000) * 1_000;
    save("security", { trustedProxies: "127.0.0.1" });
    await configFile().read();
    instance.startedAt = start;
    const notKnown = { ...unknown, paths: ["security.trustedProxies"] };
    expect([await shown(), await shown()]).toEqual([notKnown, notKnown]);
    await theRooms().applies.markRestarted();
    expect([await shown(), await shown()]).toEqual([inEffect, inEffect]);
  });

  it("stays unknown if the instance does not report its start, until it is marked as restarted", async () => {
    instance.hasMetrics = false;
    save("email", { senderAddress: "new@chat.example" });
    instance.restart();
    expect([await shown(), await shown()]).toEqual([unknown, unknown]);
    await theRooms().applies.markRestarted();
    expect(await shown()).toEqual(inEffect);
  });
});

describe("a version that an operator marked as restarted", () => {
  it("is not reported as verified before a client was served with it", async () => {
    instance.hasMetrics = false;
    panelSettings().instanceOperatorToken = undefined;
    await db().deleteFrom("running_versions").execute();
    theRooms().known.forget();
    await theRooms().applies.markRestarted();
    await pending();
    expect(await claim()).toBe("presumed");
    panelSettings().instanceOperatorToken = operatorToken;
    await pending();
    expect(await claim()).toBe("loaded");
    expect(await theRooms().known.target()).toBeNull();
    await db().updateTable("running_versions").set({ at: 0 }).execute();
    expect(await monitored()).toMatchObject({ claim: "works", by: "told" });
    expect((await theRooms().known.target())?.etag).toBe((await configFile().read()).etag);
  });
});

it("the time of the verification stays the same until clients are served again", async () => {
  instance.startedAt = Date.now() - 7_200_000;
  await monitored();
  const at = Date.now() - 3_600_000;
  const verified = { at, claim: "works", start: "same" };
  await db().updateTable("running_versions").set(verified).execute();
  const { process: before } = (await theRooms().known.running())!;
  instance.hasMetrics = false;
  instance.asked = [];
  await pending();
  expect(await theRooms().known.running()).toMatchObject({ at, claim: "works", process: before });
  expect(instance.asked).not.toContain("GET /users/@me");
});

describe("a rollback", () => {
  it("does not revert a fix that was made and started by hand", async () => {
    await monitored();
    change({ frontPage: "https://fixed.example" });
    instance.restart();
    await monitored();
    const fixed = bytes();
    change({ instanceDescription: "hang" });
    const { view } = await applied({
      reached(state) {
        if (state === "confirming") changeEnv({ instanceHealthTimeout: 100 });
        if (state === "rolling-back") changeEnv({ instanceHealthTimeout: 120_000 });
      },
    });
    expect(view.state).toBe("rolled-back");
    expect(bytes()).toBe(fixed);
  });

  it("tries older versions, at most three, and reports each", async () => {
    const names = ["One", "Two", "Three", "Four"];
    for (const instanceName of names) {
      change({ instanceName });
      instance.restart();
      await monitored();
    }
    change({ instanceName: "Five" });
    // None of the versions starts any more.
    const { view, states } = await applied({
      looked: (state, nth) => {
        if (["confirming", "reconfirming"].includes(state)) timeOutAfter(state, 1)(state, nth);
      },
      reached(state) {
        if (state === "confirming" || state === "reconfirming")
          instance.statuses["GET /ping"] = [500, 500, 500];
      },
    });
    expect(states.filter((state) => state === "reconfirming")).toHaveLength(3);
    expect(view.state).toBe("failed");
    expect(view.tried).toHaveLength(3);
    expect(view.reason).toMatch(/rolled back to version \d+, then version \d+, then version \d+, and/);
    expect(read().general?.instanceName).toBe("Two");
  });
});

it("notifications use the name with which the instance runs, not the file's", async () => {
  await monitored();
  change({ instanceName: "Lagoon" });
  expect(await runningName(theRooms().known, theRooms().config)).toBe("Harbor");
  await db().deleteFrom("running_versions").execute();
  expect(await runningName(theRooms().known, theRooms().config)).toBe("Lagoon");
});

it("values from the instance's environment are recognized after the first restart", async () => {
  await monitored();
  save("rabbitmq", { host: "amqp://file.example" });
  await configFile().read();
  instance.environment = { rabbitmq: { host: "amqp://environment.example" } };
  instance.restart();
  await monitored();
  const [setting] = (await theRooms().applies.readRunning()).settings;
  expect(setting).toMatchObject({
    path: "broker.host",
    state: "environment",
    isCertain: true,
    variable: "RABBITMQ_HOST",
  });
  expect(await claim()).toBe("works");
  // The instance writes its value into the file, which does not count as undone.
  const paths = async () =>
    (await (await configFile().read()).undone())
      .map(({ path }) => path)
      .filter((path) => path === "broker.host");
  const operator = { author: byOperator("ada"), baseEtag: (await configFile().read()).etag };
  const host = (address: string) => JSON.stringify({ ...read(), rabbitmq: { host: address } });
  await configFile().revert({ ...operator, to: { bytes: Buffer.from(host("amqp://saved.example")) } });
  write(host("amqp://file.example"));
  expect(await paths()).toEqual([]);
  await db().deleteFrom("environment_values").execute();
  expect(await paths()).toEqual(["broker.host"]);
  instance.restart();
  await monitored();
  // The variable is removed, and the file's value takes effect.
  instance.environment = {};
  save("rabbitmq", { host: "amqp://other.example" });
  await configFile().read();
  instance.restart();
  await monitored();
  expect(await pending()).toEqual([]);
  expect([...(await theRooms().known.environment()).keys()]).toEqual([]);
});
