import { chownSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { refuseRoot } from "./refuse-root";

it.runIf(process.geteuid?.() === 0)("root is refused only where another user runs the panel", () => {
  const dataDir = mkdtempSync(join(tmpdir(), "root-"));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  refuseRoot({ dataDir });
  refuseRoot({ dataDir: join(dataDir, "missing") });
  chownSync(dataDir, 65_534, 65_534);
  expect(() => refuseRoot({ dataDir })).toThrow(/sudo -u '#65534' .*Nothing was changed\.$/);
  // A panel that runs as root, for example in a container, in a folder of the host's user.
  for (const name of ["nextauth-secret", "audit-key", "instance.db"]) {
    const file = join(dataDir, name);
    writeFileSync(file, "");
    refuseRoot({ dataDir });
    chownSync(file, 65_534, 65_534);
    expect(() => refuseRoot({ dataDir })).toThrow("#65534");
  }
});
