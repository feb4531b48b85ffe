import { expect, it } from "vitest";
import { openScenes } from "@/testing/simulator/scene";
import { judgeRunning } from "./create";
import { lookAtInstance, lookBeforehand } from "./looks";
import type { ApplyRoom } from "./room";

const open = openScenes();
const { signal } = new AbortController();

it("names the first three settings that the instance has not loaded", async () => {
  const { room, save, file, process, clock } = await open();
  const version = Buffer.from(file.text);
  const look = async () => (await lookAtInstance(room, Buffer.from(file.text), signal)).at(-1);
  expect(await look()).toEqual({ name: "pending", isUp: true });
  save({ instanceName: "Lagoon", instanceDescription: "quiet" }, { register: { requireInvite: true } });
  const names =
    "The instance still uses old values for Instance name, Instance description, Require an invite to register";
  expect(await look()).toEqual({ name: "pending", isUp: false, reason: `${names}.` });
  save({ frontPage: "https://www.example" });
  const found = await look();
  expect(found?.reason).toMatch(/ for [^,]+, [^,]+, [^,]+ and 1 more\.$/);
  // The instance runs the version before, and only the file is newer.
  expect((await lookAtInstance(room, version, signal)).at(-1)).toEqual({ name: "pending", isUp: true });
  // The instance has started with a newer file than the version.
  process.start();
  expect((await lookAtInstance(room, version, signal)).at(-1)).toEqual({ name: "pending", isUp: true });
  process.stop();
  await clock.wait(1);
  expect(await look()).toEqual({ name: "pending", isUp: false, reason: "Checked once the API answers." });
});

it("says so if the instance's report proves little", async () => {
  const limited = await open({ hasToken: false });
  const look = async (room: ApplyRoom, text: string) =>
    (await lookAtInstance(room, Buffer.from(text), signal)).at(-1);
  expect(await look(limited.room, limited.file.text)).toEqual({
    ...{ name: "pending", isUp: true, isUnproven: true },
    reason: "The instance reports only some of its settings, and these agree with the file.",
  });
  const silent = await open({}, ({ instance }) => ({
    instance: { ...instance, report: async () => ({ reported: null, isWhole: false }) },
  }));
  expect(await look(silent.room, silent.file.text)).toEqual({
    ...{ name: "pending", isUp: true, isUnproven: true },
    reason: "The instance does not report its settings.",
  });
  silent.process.config!.general = { instanceDescription: "no cdn" };
  expect(await look(silent.room, silent.file.text)).toMatchObject({ name: "pending", isUp: true });
});

it("a setting that the environment sets is not pending", async () => {
  const { room, save, file, process, clock } = await open({ broker: "amqp://environment.example" });
  save({}, { rabbitmq: { host: "amqp://file.example" } });
  process.start();
  await clock.wait(2_000);
  room.known.forget();
  await judgeRunning(room);
  expect((await lookAtInstance(room, Buffer.from(file.text), signal)).at(-1)).toEqual({
    ...{ name: "pending", isUp: true },
  });
});

it("before an apply, client probes that leave traces are not tried and not reported", async () => {
  const known: unknown[] = [];
  const { room, file } = await open({}, ({ instance }) => ({
    instance: {
      ...instance,
      client: async (settings, last, at) => {
        known.push(last);
        return [...last, ...(await instance.client(settings, last, at))];
      },
    },
  }));
  known.length = 0;
  const bytes = Buffer.from(file.text);
  const found = await lookBeforehand(room, { version: bytes, running: bytes }, signal);
  expect(found.map(({ name, isUp }) => `${name} ${isUp}`)).toEqual([
    ...["api true", "gateway true", "cdn true", "pending true", "client:signed-in true"],
  ]);
  expect(known).toEqual([["client:upload", "client:mail"].map((name) => ({ name, isUp: true }))]);
});
