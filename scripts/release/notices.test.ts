import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import * as z from "zod";
import { writeNotices } from "./notices.mjs";

const Bom = z.object({ components: z.array(z.object({ name: z.string(), version: z.string() })) });

it("lists each version of a package once, and no packages of other systems or of the build", () => {
  const folder = mkdtempSync(join(tmpdir(), "notices-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeNotices(process.cwd(), folder, "linux-arm64", 0);
  const { components } = Bom.parse(JSON.parse(readFileSync(join(folder, "sbom.cdx.json"), "utf8")));
  const names = components.map(({ name, version }) => `${name} ${version}`);
  expect(names.length).toBeGreaterThan(100);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  expect(names.filter((name) => /x64|darwin|win32|musl|wasm|esbuild/.test(name))).toEqual([]);
  expect(names.filter((name) => name.includes("linux-arm64")).length).toBeGreaterThanOrEqual(3);
});
