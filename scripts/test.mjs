/**
 * `npm test`: runs every required check. Each step also exists as its own script. The unit tests spend much of their
 * time waiting for disks and processes, so all others run beside them.
 */
import { Steps } from "./steps.mjs";

const steps = new Steps();
await Promise.all([
  steps.run("test:unit", { held: true }),
  steps.runAll("format:check", "lint", "types", "build", ["test:browser", { env: { SKIP_BUILD: "1" } }]),
]);
steps.finish();
