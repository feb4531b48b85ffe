import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { storeFileOnce } from "./secret";

test("a file is written once, and a start that finds it writes nothing", () => {
  const folder = mkdtempSync(join(tmpdir(), "secret-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  expect(storeFileOnce(join(folder, "data"), "key", "first\n")).toBe("first");
  expect(storeFileOnce(join(folder, "data"), "key", "second")).toBe("first");
  const draft = `key.${process.pid}`;
  writeFileSync(join(folder, "data", draft), "of another start");
  expect(storeFileOnce(join(folder, "data"), "key", "third")).toBe("first");
  expect(readdirSync(join(folder, "data"))).toEqual(["key", draft]);
});
