/**
 * `npm run provision -- FILE`: makes bots as a file describes them (docs/provisioning.md). The work is done by the
 * panel's own TypeScript (`provision-command.ts`), run with tsx.
 */
import { spawn } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

try {
  import.meta.resolve("tsx");
} catch {
  console.error("Not all packages are installed. Run `npm ci` in this folder first.");
  process.exit(1);
}
const command = ["--conditions=react-server", "--import=tsx", join(root, "scripts/provision-command.ts")];
// npm starts commands in the project's folder, but files are named from where the operator stands.
const PROVISION_FOLDER = process.env.INIT_CWD ?? process.cwd();
const child = spawn(process.execPath, [...command, ...process.argv.slice(2)], {
  cwd: root,
  stdio: "inherit",
  env: { ...process.env, PROVISION_FOLDER },
});
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => child.kill(signal));
child.on("exit", (code) => process.exit(code ?? 1));
