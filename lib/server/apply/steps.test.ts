import { expect, it } from "vitest";
import { thePanel } from "@/lib/shared/author";
import { NOT_LISTENING } from "@/lib/server/checks/trail";
import { openScenes } from "@/testing/simulator/scene";
import { judgeRunning } from "./create";

const open = openScenes();

const parts = "api gateway cdn";
const before = `requested 20 ms [${parts} !pending client:signed-in]`;
const restarted = `applying 1500 ms: command [${parts} !pending client:signed-in]`;
const healthy = (state: string) => `${state} 1040 ms [${parts} pending client:signed-in]`;
const rolledBack = ["rolling-back 0 ms []", "reapplying 1500 ms: command []", healthy("reconfirming")];
const noCdn = "The instance was not healthy after 20 seconds.\nCDN: It does not answer.";
const settingsAreSame = { action: "running.roll-back", origin: { address: null, browser: null } };

it("an apply is confirmed with its steps", async () => {
  const { save, applied, audited } = await open();
  save({ instanceName: "Lagoon" });
  const { view, steps, notices } = await applied();
  expect(steps).toEqual([
    before,
    restarted,
    `confirming 1040 ms [api* gateway cdn pending client:signed-in]`,
  ]);
  expect([view.state, view.reason, view.secondsLeft, view.plannedAt, notices, audited]).toEqual([
    ...["confirmed", null, null, null],
    ...[[], []],
  ]);
});

it("an apply through the broker is confirmed without a restart", async () => {
  const { save, applied } = await open();
  save({ instanceName: "Lagoon" });
  const reload = `applying 500 ms: broker [${parts} !pending client:signed-in]`;
  expect((await applied({ way: "broker" })).steps).toEqual([before, reload, healthy("confirming")]);
});

it("an apply is rolled back if the instance exits twice", async () => {
  const { save, applied, file, audited } = await open();
  const text = file.text;
  save({ instanceDescription: "refused" });
  const { view, steps, notices } = await applied();
  const failed = ["API", "Gateway", "CDN"].map((name) => `${name}: ${NOT_LISTENING}`);
  const reason = [
    "The instance was not healthy after 20 seconds.",
    ...failed,
    "Settings: Checked once the API answers.",
  ].join("\n");
  expect(steps).toEqual([
    ...[before, restarted, `confirming 28680 ms failed: ${reason} [!api* !gateway* !cdn* !pending]`],
    ...rolledBack,
  ]);
  expect(view).toMatchObject({ state: "rolled-back", reason, version: 3, backVersion: 4, tried: [] });
  expect(notices).toEqual([
    { event: "rolled-back", from: 3, to: 4, reason, notLoaded: 0, isUntouched: false },
  ]);
  expect(file.text).toBe(text);
  const detail = { apply: view.id, reason };
  expect(audited).toEqual([{ ...settingsAreSame, actor: thePanel, target: file.etag, detail }]);
});

it.each([
  ["keep", "kept", `asking 20 ms [api* gateway !cdn* pending]`],
  ["roll-back", "rolled-back", `asking 20 ms failed: ${noCdn} [api* gateway !cdn* pending]`],
  [undefined, "rolled-back", `asking 20020 ms failed: ${noCdn} [api* gateway !cdn* pending]`],
] as const)("an apply without the CDN waits for an operator: %s", async (answer, state, asking) => {
  const { save, applied } = await open();
  save({ instanceDescription: "no cdn" });
  const { view, steps, notices } = await applied({ ...(answer && { answer }), plannedAt: undefined });
  expect(steps).toEqual([
    ...[before, restarted, `confirming 20020 ms failed: ${noCdn} [api* gateway !cdn* pending]`, asking],
    ...(state === "kept" ? [] : rolledBack),
  ]);
  expect(view).toMatchObject({ state, reason: noCdn });
  expect(notices).toHaveLength(state === "kept" ? 0 : 1);
});

it("a part that was down before the apply is ignored", async () => {
  const { save, applied, process, clock, room } = await open();
  save({ instanceDescription: "no cdn" });
  process.start();
  await clock.wait(2_000);
  await judgeRunning(room);
  save({ instanceName: "Lagoon" });
  const { view, steps } = await applied();
  expect(steps.at(-1)).toBe("confirming 1040 ms [api* gateway ?cdn pending client:signed-in]");
  expect(view.state).toBe("confirmed");
});

const checkedIn = [before, restarted, `confirming 1040 ms [api* gateway cdn pending client:signed-in]`];

it.each([
  ["keep", "checking-in 0 ms []"],
  ["roll-back", "checking-in 0 ms failed: An operator chose to roll back. []"],
  [undefined, "checking-in 120000 ms failed: Nobody confirmed the apply within 2 minutes. []"],
] as const)("an apply with a check-in follows the operator's answer: %s", async (answer, last) => {
  const { save, applied, begin } = await open();
  save({ instanceName: "Lagoon" });
  const { view, steps, notices } = await applied({ checkIn: 2, ...(answer && { answer }) });
  expect(steps).toEqual([...checkedIn, last, ...(answer === "keep" ? [] : rolledBack)]);
  expect(notices[0]).toEqual({ event: "check-in", version: 3, actor: "ada", minutes: 2 });
  expect(notices).toHaveLength(answer === "keep" ? 1 : 2);
  expect(view.state).toBe(answer === "keep" ? "confirmed" : "rolled-back");
  if (answer === "keep")
    await expect(begin({ checkIn: 2 })).rejects.toThrow(/^No other version is known to work/);
});

it("a planned apply is announced as done, and canceled if a check before it fails", async () => {
  const addresses = {
    api: { endpointPublic: "http://127.0.0.1:1/api" },
    gateway: { endpointPublic: "ws://127.0.0.1:1" },
    cdn: { endpointPublic: "http://127.0.0.1:1", endpointPrivate: "http://127.0.0.1:1" },
  };
  const { save, applied } = await open();
  save({ instanceName: "Lagoon" }, addresses);
  const done = await applied({ plannedAt: 5 });
  expect(done.notices).toEqual([
    { event: "planned-apply-done", version: 3, actor: "ada", isConfirmed: true },
  ]);
  save({ instanceDescription: "no cdn" });
  const kept = await applied({ plannedAt: 5, answer: "keep" });
  expect(kept.notices).toEqual([
    { event: "planned-apply-done", version: 4, actor: "ada", isConfirmed: false },
  ]);
  save({ instanceName: "Reef" }, { ...addresses, api: {} });
  const canceled = await applied({ plannedAt: 5 });
  const reason =
    "Instance startup: API public address is not set, and the instance exits without it. Enter a value. The planned apply was canceled, and nothing was restarted.";
  expect(canceled.view).toMatchObject({ state: "failed", reason, checks: canceled.view.baseline });
  expect(canceled.notices).toEqual([
    { event: "apply-failed", from: 5, to: 5, reason, notLoaded: 2, isUntouched: true },
  ]);
});

it("a failed command runs twice, and one that could not run does so once", async () => {
  const { save, applied, process, clock } = await open({ notifies: true });
  save({ instanceDescription: "refused" });
  const { steps } = await applied();
  expect(steps).toEqual([
    ...[before, "applying 3000 ms failed: The process ended. [api gateway cdn !pending client:signed-in]"],
    ...rolledBack,
  ]);
  process.stop();
  await clock.wait(1_000);
  save({ instanceDescription: "calm", instanceName: "Lagoon" });
  const { view, notices } = await applied({ way: "broker" });
  const reason = "Nobody listens. Nothing was restarted, and the file was not changed.";
  expect(view).toMatchObject({ state: "failed", reason });
  expect(view.steps[1]!.endedAt! - view.steps[1]!.at).toBe(500);
  expect(notices).toEqual([
    { event: "apply-failed", from: 5, to: 5, reason, notLoaded: null, isUntouched: true },
  ]);
});
