import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { unpackRelease } from "../support/release";

const hasSystemd = spawnSync("systemd-analyze", ["--version"]).error === undefined;

const analyze = (...words: string[]) => {
  const { status, stdout, stderr } = spawnSync("systemd-analyze", words, { encoding: "utf8" });
  return { status, output: stdout + stderr };
};

test("systemd accepts the example's unit, and rates its exposure at most 2.0", () => {
  test.skip(!hasSystemd, "SKIPPED: systemd-analyze is not installed");
  const release = unpackRelease(process.execPath);
  const folder = mkdtempSync(join(tmpdir(), "unit-"));
  try {
    const unit = join(folder, "instance-admin.service");
    const text = readFileSync("examples/instance-admin.service", "utf8");
    writeFileSync(unit, text.replaceAll("/opt/instance-admin", release.folder));
    expect(analyze("verify", "--man=no", unit)).toEqual({ status: 0, output: "" });
    const rating = analyze("security", "--offline=true", "--threshold=20", unit);
    expect(rating.status, rating.output).toBe(0);
  } finally {
    rmSync(folder, { recursive: true });
    release.dispose();
  }
});
