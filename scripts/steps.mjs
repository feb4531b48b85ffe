import { spawn } from "node:child_process";
import { once } from "node:events";
import { setPriority } from "node:os";

/** Runs npm scripts as the steps of one check, and remembers failures. */
export class Steps {
  #started = Date.now();
  /** Failed scripts with their held-back output. */
  #failed = [];

  /**
   * Runs a script. `held` holds back its output until it has ended, for scripts that run while another prints. The
   * output of a failed script is shown at the very end, where people look for it.
   * @param {string} script
   * @param {{ args?: string[]; held?: boolean; niceness?: number; env?: Record<string, string> }} [options]
   */
  async run(script, { args = [], held = false, niceness = 0, env = {} } = {}) {
    const since = Date.now();
    const title = `\n── npm run ${[script, ...args].join(" ")}\n`;
    if (!held) process.stdout.write(title);
    const stdio = held ? "pipe" : "inherit";
    const child = spawn("npm", ["run", "--silent", script, "--", ...args], {
      stdio: ["inherit", stdio, stdio],
      // Go programs (types, bundles) end long before garbage collection is needed. This saves a fifth of their
      // time.
      env: { GOGC: "400", ...process.env, ...env },
    });
    if (child.pid !== undefined) setPriority(child.pid, niceness);
    const printed = [];
    for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk) => printed.push(chunk));
    const [status] = await once(child, "close");
    const output = held ? Buffer.concat([Buffer.from(title), ...printed]) : "";
    if (status === 0) process.stdout.write(output);
    else this.#failed.push({ script, output });
    console.log(`   ${script} took ${Math.round((Date.now() - since) / 1000)} s`);
  }

  /** Runs scripts one after the other until one fails. Each is given by name or with options. */
  async runAll(...scripts) {
    for (const script of scripts) if (this.#failed.length === 0) await this.run(...[script].flat());
  }

  /** Prints the result. The process exits with 1 if a step has failed. */
  finish() {
    for (const { output } of this.#failed) process.stdout.write(output);
    if (this.#failed.length > 0) {
      const names = this.#failed.map(({ script }) => `npm run ${script}`).join(" and ");
      console.error(`\n${names} failed. Run it alone for details.`);
      process.exit(1);
    }
    console.log(`\nAll checks passed in ${Math.round((Date.now() - this.#started) / 1000)} s.`);
  }
}
