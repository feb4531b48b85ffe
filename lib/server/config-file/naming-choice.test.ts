import { expect, it } from "vitest";
import { byOperator } from "@/lib/shared/author";
import type { Naming, Operation } from "@/lib/shared/contract/config-snapshot";
import { testFile } from "@/testing/config-file/test-file";
import { chooseNaming, loadNaming, recognizeServer } from "./naming-choice";
import { readAndRecord } from "./open-file";
import { saveRaw } from "./raw-text";
import { saveOperations } from "./save-operations";

/** Opens another server's file that does not show how the server spells its keys. */
async function opened(text = '{"general":{"serverName":"h.example"}}', isOwn = false) {
  const file = await testFile({ generates: () => isOwn });
  file.write(text);
  const save = async (operation: Operation, naming?: Naming) => {
    const { etag: baseEtag } = await readAndRecord(file.config);
    await saveOperations(file.config, {
      baseEtag,
      author: byOperator("ada"),
      operations: [operation],
      naming,
    });
    return JSON.parse(file.read()) as Record<string, unknown>;
  };
  return { ...file, save };
}

const host = "amqp://broker";
const broker: Operation = { op: "set", path: "broker.host", value: host };
const isOpen = { code: "naming-open" };

it.each<[string, Operation, string]>([
  ["a key", broker, "differently: “broker.host” or “rabbitmq.host”."],
  [
    "a key in a section",
    { op: "set", path: "cdn.imageProxyServerUrl", value: "https://img.example" },
    "“cdn.imageProxyServerUrl” or “",
  ],
  [
    "a value",
    { op: "set", path: "gif.provider", value: "gifProvider1" },
    "differently: the value of “gif.provider”.",
  ],
])("refuses to write %s with two spellings if nothing shows the server", async (_, operation, words) => {
  const { save, read } = await opened();
  const before = read();
  await expect(save(operation)).rejects.toMatchObject({ ...isOpen, message: expect.stringContaining(words) });
  expect(read()).toBe(before);
});

it("writes settings that all servers spell alike without a question", async () => {
  const { save } = await opened();
  expect(await save({ op: "set", path: "general.instanceName", value: "Harbor" })).toMatchObject({
    general: { instanceName: "Harbor" },
  });
  await save({ op: "unset", path: "broker.host" });
});

it("writes the panel's spelling into the file that the panel serves itself", async () => {
  const { save } = await opened("{}", true);
  expect(await save(broker)).toEqual({ broker: { host } });
});

it("uses an operator's answer for this and later saves, and after a restart", async () => {
  const { save, again } = await opened();
  expect(await save(broker, "branded")).toMatchObject({ rabbitmq: { host } });
  await save({ op: "unset", path: "broker.host" });
  const restarted = again({ generates: () => false });
  await loadNaming(restarted);
  expect((await readAndRecord(restarted)).version?.naming).toBe("branded");
});

it("uses the name of the program that the connected instance reports", async () => {
  const { save, config } = await opened();
  expect(await recognizeServer(config, "other-server")).toBe(false);
  await expect(save(broker)).rejects.toMatchObject(isOpen);
  expect(await recognizeServer(config, "spacebar-server-ts")).toBe(true);
  expect(await save(broker)).toMatchObject({ rabbitmq: { host } });
});

it("does not use the reported program for a file that shows another spelling", async () => {
  const { save, config } = await opened('{"errorTracking": {}}');
  expect(await recognizeServer(config, "spacebar-server-ts")).toBe(false);
  expect(await save(broker)).toMatchObject({ broker: { host } });
});

it("uses the spelling of an earlier version", async () => {
  const { save, config, write } = await opened('{"sentry": {}}');
  await readAndRecord(config);
  write('{"general":{"serverName":"h.example"}}');
  await readAndRecord(config);
  await loadNaming(config);
  expect(await save(broker)).toMatchObject({ rabbitmq: { host } });
});

it("prefers an operator's stored answer to the spelling of an earlier version", async () => {
  const { config, write, again } = await opened('{"sentry": {}}');
  await readAndRecord(config);
  write('{"general":{"serverName":"h.example"}}');
  await chooseNaming(config, "neutral");
  const restarted = again({ generates: () => false });
  await loadNaming(restarted);
  expect((await readAndRecord(restarted)).version?.naming).toBe("neutral");
});

it("stores an answer that repeats what an earlier version shows", async () => {
  const { config, write, again } = await opened('{"sentry": {}}');
  await readAndRecord(config);
  write('{"general":{"serverName":"h.example"}}');
  await loadNaming(config);
  await chooseNaming(config, "branded");
  await config.db.deleteFrom("config_revisions").execute();
  const restarted = again({ generates: () => false });
  await loadNaming(restarted);
  expect((await readAndRecord(restarted)).version?.naming).toBe("branded");
});

it("a setting that only one edition has counts more than an answer", async () => {
  const { config } = await opened('{"user": {"botsCanUseInvites": true}}');
  await chooseNaming(config, "neutral");
  expect((await readAndRecord(config)).version?.naming).toBe("branded");
});

it("counts for the answer to a save of an unrecognized key or of the raw text, and for its checks", async () => {
  const text = '{"mine": 1, "general": {"serverName": "chat.example.org"}}';
  const { config, read } = await opened(text);
  await chooseNaming(config, "branded");
  const { etag: baseEtag } = await readAndRecord(config);
  const request = { baseEtag, author: byOperator("ada") };
  const keys = [{ path: "mine", text: "2" }];
  const operations: Operation[] = [{ op: "unset", path: "general.serverName" }];
  await expect(saveOperations(config, { ...request, operations, keys })).rejects.toMatchObject({
    code: "invalid-settings",
  });
  await expect(saveRaw(config, { ...request, text: '{"mine": 2}' })).rejects.toMatchObject({
    code: "invalid-settings",
  });
  const { version, etag } = await saveOperations(config, { ...request, operations: [], keys });
  expect(version?.naming).toBe("branded");
  const saved = await saveRaw(config, { ...request, baseEtag: etag, text: read().replace("2", "3") });
  expect(saved.version?.naming).toBe("branded");
});

it("keeps the spelling of an earlier version when 20 later versions do not show it", async () => {
  const { config, write } = await opened('{"sentry": {}}');
  await readAndRecord(config);
  write('{"general":{"serverName":"h.example"}}');
  const { version } = await readAndRecord(config);
  await loadNaming(config);
  for (let nth = 0; nth < 20; nth += 1) {
    const row = { etag: `${nth}`.padStart(64, "0"), bytes: version!.bytes, author: byOperator("ada") };
    await config.records.insert({ ...row, note: null, state: "saved" });
  }
  await loadNaming(config);
  expect((await readAndRecord(config)).version?.naming).toBe("branded");
});

it("asks no question if CONFIG_NAMING answers it", async () => {
  const { again, write, read } = await opened("{}");
  write("{}");
  const config = again({ naming: "neutral" });
  const { etag: baseEtag } = await readAndRecord(config);
  await saveOperations(config, { baseEtag, author: byOperator("ada"), operations: [broker] });
  expect(JSON.parse(read())).toEqual({ broker: { host } });
});
