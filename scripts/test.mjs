/**
 * `npm test`: everything that must hold. Each step also exists as a script of its own. The unit tests wait for disks and
 * processes much of their time, so the checks of the sources and the build go on beside them.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";

const started = Date.now();
const failed = [];

/** Runs a script; where another prints at the same time, `held` keeps its output back until it has ended. */
async function run(script, { held = false, env = {} } = {}) {
  const since = Date.now();
  const title = `\n── npm run ${script}\n`;
  if (!held) process.stdout.write(title);
  const output = held ? "pipe" : "inherit";
  const child = spawn("npm", ["run", "--silent", script], {
    stdio: ["inherit", output, output],
    env: { ...process.env, ...env },
  });
  const printed = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk) => printed.push(chunk));
  const [status] = await once(child, "close");
  if (held) process.stdout.write(Buffer.concat([Buffer.from(title), ...printed]));
  console.log(`   ${script} took ${Math.round((Date.now() - since) / 1000)} s`);
  if (status !== 0) failed.push(script);
}

/** Runs scripts one after the other until one fails. */
async function runAll(...scripts) {
  for (const script of scripts) if (failed.length === 0) await run(script);
}

/** Ends the run when something has failed. */
function stopIfFailed() {
  if (failed.length === 0) return;
  const names = failed.map((script) => `npm run ${script}`).join(" and ");
  console.error(`\n${names} failed. Run it alone to look closer.`);
  process.exit(1);
}

await Promise.all([run("test:unit", { held: true }), runAll("format:check", "lint", "types", "build")]);
stopIfFailed();
await run("test:browser", { env: { SKIP_BUILD: "1" } });
stopIfFailed();
console.log(`\nAll checks passed in ${Math.round((Date.now() - started) / 1000)} s.`);
