import { expect, test } from "vitest";
import { writeFileSync } from "node:fs";
import { testFile } from "@/testing/config-file/test-file";
import { type FileOps, realFileOps } from "./disk/disk";
import { readAndRecord } from "./open-file";
import { generate } from "./prepare";

const instanceId = '"general": {"instanceId": "1"}';

test("two processes that generate values at the same time agree on them", async () => {
  const { config, write, again, read } = await testFile();
  write(`{${instanceId}}`);
  await Promise.all([generate(config), generate(again())]);
  const { version } = await readAndRecord(config);
  expect(version?.rawOf("security.jwtSecret")).toMatch(/.{80}/);
  const text = read();
  await generate(config);
  expect(read()).toBe(text);
  expect(await config.records.count()).toBe(2);
});

test("values are generated until the file stops changing, but at most five times", async () => {
  const { config, write, again } = await testFile();
  write("{}");
  let count = 0;
  const read: FileOps["read"] = async (...parameters) => {
    const length = await realFileOps.read(...parameters);
    if (length === 0) writeFileSync(config.path, `{"count": ${(count += 1)}}`);
    return length;
  };
  await expect(generate(again({ ops: { ...realFileOps, read } }))).rejects.toMatchObject({
    code: "config-changed",
  });
});

test("a failed write of generated values is reported and not repeated", async () => {
  const { write, again, read } = await testFile();
  write("{}");
  let isFirst = true;
  const rename: FileOps["rename"] = (from, to) => {
    if (!isFirst) return realFileOps.rename(from, to);
    isFirst = false;
    return Promise.reject(Object.assign(new Error("EIO: injected"), { code: "EIO" }));
  };
  await expect(generate(again({ ops: { ...realFileOps, rename } }))).rejects.toMatchObject({
    code: "config-write-failed",
  });
  expect(read()).toBe("{}");
});

test("a file that lacks nothing may be read-only", async () => {
  const { write, again } = await testFile();
  write(`{${instanceId}, "security": {"jwtSecret": "one", "requestSignature": "two"}}`);
  await generate(again({ readOnly: true }));
});
