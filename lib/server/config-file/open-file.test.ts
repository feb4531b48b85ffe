import { expect, onTestFinished, test } from "vitest";
import { byOperator } from "@/lib/shared/author";
import { testFile } from "@/testing/config-file/test-file";
import { chooseHistory } from "./histories";
import { type OpenFile, readAndRecord } from "./open-file";
import { saveOperations } from "./save-operations";

/** Holds the lock of the file as a save does, until the test ends. */
const hold = (config: OpenFile): Promise<void> =>
  new Promise((held) => {
    const ended = config.lock.hold(() => {
      held();
      return new Promise<void>((release) => onTestFinished(() => (release(), ended)));
    });
  });

test("a read of a known, broken or missing file does not wait for a save", async () => {
  const { config, write, again } = await testFile();
  write("{}");
  await readAndRecord(config);
  await hold(again());
  expect((await readAndRecord(config)).state).toBe("usable");
  write("{");
  expect((await readAndRecord(config)).state).toBe("broken");
});

test("a read after another history was chosen records the version there", async () => {
  const { config, write } = await testFile();
  write("{}");
  await readAndRecord(config);
  const first = await config.identity.id();
  await chooseHistory(config, null);
  expect(await config.identity.id()).not.toBe(first);
  await readAndRecord(config);
  expect(await config.records.count()).toBe(1);
});

test("a save by a process that has not read the file knows the settings of its server", async () => {
  const { config, write, again, read } = await testFile();
  write('{"sentry": {}}');
  const { etag: baseEtag } = await readAndRecord(config);
  const operations = [{ op: "set" as const, path: "user.botsCanUseInvites", value: true }];
  await saveOperations(again(), { baseEtag, author: byOperator("ada"), operations });
  expect(JSON.parse(read())).toEqual({ sentry: {}, user: { botsCanUseInvites: true } });
});

test("a save of a setting that only the base's server has reports that the file changed", async () => {
  const { config, write } = await testFile();
  write('{"sentry": {}}');
  const { etag: baseEtag } = await readAndRecord(config);
  write('{"errorTracking": {}}');
  const operations = [{ op: "set" as const, path: "user.botsCanUseInvites", value: true }];
  const saved = saveOperations(config, { baseEtag, author: byOperator("ada"), operations });
  await expect(saved).rejects.toMatchObject({ code: "config-changed" });
});
