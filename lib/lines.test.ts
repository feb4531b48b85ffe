import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { linesOf } from "./lines";

test("only line feeds end a line, in files of any size", async () => {
  const folder = mkdtempSync(join(tmpdir(), "lines-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, "file");
  const read = async (text: string) => {
    writeFileSync(path, text);
    const lines: string[] = [];
    for await (const line of linesOf(path)) lines.push(line);
    return lines;
  };
  const long = "ä\u2028\u2029\r\u0085".repeat(30_000);
  expect(await read(`${long}\n\n${long}`)).toEqual([long, "", long]);
  expect(await read("a\n")).toEqual(["a"]);
  expect(await read("")).toEqual([]);
});
