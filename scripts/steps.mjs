import { spawn } from "node:child_process";
import { once } from "node:events";
import { reapedTime } from "../testing/times/processor-time.mjs";

/** Runs npm scripts as the steps of a check, and collects failures. */
export class Steps {
  #started = Date.now();
  /** The processor time (s) of the steps that have ended. */
  #spent = 0;
  /** Failed scripts, with the output that has not been printed yet. */
  #failed = [];

  /**
   * Runs a script. The output of a failed script is printed at the end of the check, where people look for it.
   * @param {string} script
   * @param {{ args?: string[]; held?: boolean; env?: Record<string, string> }} [options] `held`:
   * print the output only after the script has ended, because another script prints at the same time
   */
  async run(script, { args = [], held = false, env = {} } = {}) {
    const since = Date.now();
    const title = `\n── npm run ${[script, ...args].join(" ")}\n`;
    if (!held) process.stdout.write(title);
    const stdio = held ? "pipe" : "inherit";
    const child = spawn("npm", ["run", "--silent", script, "--", ...args], {
      stdio: ["inherit", stdio, stdio],
      // The Go programs for types and bundles finish before they need garbage collection, so delaying it
      // saves a fifth of their time.
      env: { GOGC: "400", ...process.env, ...env },
    });
    const printed = [];
    for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk) => printed.push(chunk));
    const [status] = await once(child, "close");
    const output = held ? Buffer.concat([Buffer.from(title), ...printed]) : "";
    if (status === 0) process.stdout.write(output);
    else this.#failed.push({ script, output });
    const spent = reapedTime();
    const ofProcessor = spent > 0 ? `, and ${Math.round(spent - this.#spent)} s of processor time` : "";
    this.#spent = spent;
    console.log(`   ${script} took ${Math.round((Date.now() - since) / 1000)} s${ofProcessor}`);
  }

  /** Runs scripts one after the other until a script fails. Each argument is a name, or a name with options. */
  async runAll(...scripts) {
    for (const script of scripts) if (this.#failed.length === 0) await this.run(...[script].flat());
  }

  /** Prints the result. Makes the process exit with 1 if a step has failed. */
  finish() {
    for (const { output } of this.#failed) process.stdout.write(output);
    if (this.#failed.length > 0) {
      const names = this.#failed.map(({ script }) => `npm run ${script}`).join(" and ");
      console.error(`\n${names} failed. Run it alone for details.`);
      process.exit(1);
    }
    const spent = this.#spent > 0 ? `, with ${Math.round(this.#spent)} s of processor time` : "";
    console.log(`\nAll checks passed in ${Math.round((Date.now() - this.#started) / 1000)} s${spent}.`);
  }
}
