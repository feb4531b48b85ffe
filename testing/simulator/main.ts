import { parseArgs } from "node:util";
import { openSimulator } from "./simulate";

/* Runs the simulator: `npm run simulate -- --seeds 1..2000`. Ends with 1 if a seed breaks an invariant.
 * `--trace` prints what happened. */

const { values } = parseArgs({
  options: { seeds: { type: "string", default: "1..200" }, trace: { type: "boolean", default: false } },
});
const [, first, last] = /^(\d+)\.\.(\d+)$/.exec(values.seeds) ?? [];
if (first === undefined || last === undefined) {
  console.error("Give a range of seeds, such as --seeds 1..2000.");
  process.exit(2);
}
const simulator = await openSimulator();
let broken = 0;
for (let seed = Number(first); seed <= Number(last); seed += 1) {
  const outcome = await simulator.run(seed);
  for (const invariant of outcome.broken) console.log(`seed ${seed}: ${invariant}`);
  if (values.trace) console.log(outcome.log.join("\n"));
  broken += outcome.broken.length > 0 ? 1 : 0;
}
await simulator.close();
console.log(`${Number(last) - Number(first) + 1} seeds, ${broken} broke an invariant`);
process.exit(broken > 0 ? 1 : 0);
