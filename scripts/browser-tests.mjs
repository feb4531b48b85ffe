/** `npm run test:browser` builds the panel and runs the Playwright tests with the production build. */
import { spawnSync } from "node:child_process";
import { findChromium } from "./chromium.mjs";

const chromium = await findChromium();
// Tests that run programs without npm need the same flag as the npm scripts.
const options = `${process.env.NODE_OPTIONS ?? ""} --disable-warning=ExperimentalWarning`;
const env = { ...process.env, CHROMIUM_PATH: chromium, NODE_OPTIONS: options };
const steps = process.env.SKIP_BUILD ? [] : [["npm", "run", "build"]];
steps.push(["npx", "--no-install", "playwright", "test", ...process.argv.slice(2)]);
for (const [command, ...args] of steps) {
  const { status } = spawnSync(command, args, { stdio: "inherit", env });
  if (status !== 0) process.exit(status ?? 1);
}
