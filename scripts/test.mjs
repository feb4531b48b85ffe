/** `npm test`: everything that must hold, cheapest first. Each step also exists as a script of its own. */
import { spawnSync } from "node:child_process";

const started = Date.now();
for (const script of ["format:check", "lint", "types", "test:unit", "test:browser"]) {
  const since = Date.now();
  console.log(`\n── npm run ${script}`);
  const { status } = spawnSync("npm", ["run", "--silent", script], { stdio: "inherit" });
  if (status !== 0) {
    console.error(`\nnpm run ${script} failed. Run it alone to look closer.`);
    process.exit(status ?? 1);
  }
  console.log(`   ${Math.round((Date.now() - since) / 1000)} s`);
}
console.log(`\nAll checks passed in ${Math.round((Date.now() - started) / 1000)} s.`);
