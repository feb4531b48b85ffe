import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { copyNatives, platforms } from "../../scripts/release/natives.mjs";

/** The system and processor in the header of a compiled file: ELF's `e_machine`, Mach-O's `cputype`. */
function platformOf(file: Buffer): string {
  const machine = (name: string, ids: Record<number, string>, id: number) =>
    `${name}-${ids[id] ?? id.toString(16)}`;
  if (file.readUInt32BE(0) === 0x7f454c46)
    return machine("linux", { 0x3e: "x64", 0xb7: "arm64" }, file.readUInt16LE(18));
  if (file.readUInt32LE(0) === 0xfeedfacf)
    return machine("darwin", { 0x01000007: "x64", 0x0100000c: "arm64" }, file.readUInt32LE(4));
  return "unknown";
}

for (const platform of platforms)
  test(`a release for ${platform} has the compiled files of ${platform} only`, () => {
    const target = mkdtempSync(join(tmpdir(), "natives-"));
    try {
      copyNatives(process.cwd(), target, platform);
      const names = readdirSync(target, { recursive: true, encoding: "utf8" });
      const compiled = names.filter((name) => /\.(?:node|dylib|so(?:\.[\d.]+)?)$/.test(name));
      // argon2, SQLite, sharp and its libvips.
      expect(compiled.length).toBeGreaterThanOrEqual(4);
      const found = compiled.map((name) => platformOf(readFileSync(join(target, name))));
      expect(new Set(found)).toEqual(new Set([platform]));
    } finally {
      rmSync(target, { recursive: true });
    }
  });
