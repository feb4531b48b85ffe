/**
 * `npm run operator -- reset NAME`: gives an operator who has lost the password a new one. Runs on the panel's machine,
 * whether or not the panel is running. The work is done by the panel's own TypeScript (`operator-command.ts`), run with
 * tsx.
 */
import { spawnSync } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

try {
  import.meta.resolve("tsx");
} catch {
  console.error("Not all packages are installed. Run `npm ci` in this folder first.");
  process.exit(1);
}
const command = ["--conditions=react-server", "--import=tsx", join(root, "scripts/operator-command.ts")];
const { status } = spawnSync(process.execPath, [...command, ...process.argv.slice(2)], {
  cwd: root,
  stdio: "inherit",
});
process.exit(status ?? 1);
