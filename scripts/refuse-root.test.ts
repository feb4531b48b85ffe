import { chownSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { refuseRoot } from "./refuse-root";

it.runIf(process.geteuid?.() === 0)("root is refused only in the data folder of another user", () => {
  const dataDir = mkdtempSync(join(tmpdir(), "root-"));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  refuseRoot({ dataDir });
  refuseRoot({ dataDir: join(dataDir, "missing") });
  chownSync(dataDir, 65_534, 65_534);
  expect(() => refuseRoot({ dataDir })).toThrow(/sudo -u '#65534' .*Nothing was changed\.$/);
});
