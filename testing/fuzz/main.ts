import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { parseArgs } from "node:util";
import { instrumented } from "./instrument";
import { mutated, randomOf } from "./mutate";
import { corpusFile, corpusOf, targets } from "./targets";

/* Fuzzing guided by coverage: `npm run fuzz -- --target json --seconds 3600 --seed 1`, in seconds of processor time.
 * Inputs that reach a new branch are changed further. Prints what breaks an invariant or takes over a second, and ends
 * with 1 if there is such an input. `--keep` writes the smallest inputs that reach all branches to `corpus/`. */

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    target: { type: "string" },
    seconds: { type: "string", default: "60" },
    seed: { type: "string", default: "1" },
    keep: { type: "boolean", default: false },
  },
});
const name = values.target ?? positionals[0] ?? "";
if (!Object.hasOwn(targets, name)) {
  console.error(`Give a target: --target ${Object.keys(targets).join(" | ")}`);
  process.exit(2);
}

const SLOW_MS = 1_000;
const MOST_KEPT = 120;

const { target, reset, read } = await instrumented(name);
const cpuSeconds = () => process.cpuUsage().user / 1e6;
const below = randomOf(Number(values.seed));
interface Input {
  text: string;
  features: number[];
}
const kept: Input[] = [];
const smallest = new Map<number, Input>();
const findings = new Map<string, string>();

async function run(text: string): Promise<void> {
  reset();
  const started = cpuSeconds();
  let broke: string | undefined;
  try {
    await target.run(text);
  } catch (error) {
    broke =
      error instanceof Error
        ? `${error.message.split("\n")[0]} ${error.stack?.split("\n")[1]?.trim() ?? ""}`
        : String(error);
  }
  const took = (cpuSeconds() - started) * 1000;
  if (took > SLOW_MS) broke ??= `takes ${took.toFixed(0)} ms for ${text.length} characters`;
  if (broke !== undefined) {
    const kind = broke.replace(/\d+/g, "N");
    const known = findings.get(kind);
    if (known === undefined) console.log(`FOUND ${broke}\n  ${JSON.stringify(text.slice(0, 1_000))}`);
    if (known === undefined || text.length < known.length) findings.set(kind, text);
    return;
  }
  const input: Input = { text, features: [] };
  let [isNew, isSmaller] = [false, false];
  read((feature) => {
    input.features.push(feature);
    const known = smallest.get(feature);
    if (known !== undefined && known.text.length <= text.length) return;
    if (known === undefined) isNew = true;
    else isSmaller = true;
    smallest.set(feature, input);
  });
  if (isNew) kept.push(input);
  else if (!isSmaller) input.features = [];
}

for (const text of ["", ...target.seeds, ...corpusOf(name)]) await run(text);
const deadline = cpuSeconds() + Number(values.seconds);
let runs = 0;
let said = performance.now();
while (cpuSeconds() < deadline) {
  // Later inputs reached something new more recently, so they are chosen more often.
  const index = kept.length - 1 - Math.min(below(kept.length), below(kept.length));
  await run(mutated(kept[index]?.text ?? "", kept[below(kept.length)]?.text ?? "", target.words, below));
  runs += 1;
  if (performance.now() - said < 60_000) continue;
  said = performance.now();
  console.log(`${runs} runs, ${smallest.size} features, ${kept.length} inputs, ${findings.size} findings`);
}

/** The fewest inputs, smaller ones first, that together reach each branch that any input reached. */
function minimal(): string[] {
  const branches = new Map<number, Input>();
  for (const [feature, input] of smallest) {
    const branch = feature >> 5;
    const known = branches.get(branch);
    if (known === undefined || input.text.length < known.text.length) branches.set(branch, input);
  }
  const missing = new Set(branches.keys());
  const chosen: string[] = [];
  const inputs = [...new Set([...branches.values(), ...kept])].map(({ text, features }) => ({
    text,
    branches: new Set(features.map((feature) => feature >> 5)),
  }));
  while (missing.size > 0 && chosen.length < MOST_KEPT) {
    let best = inputs[0];
    let bestGain = 0;
    for (const input of inputs) {
      let gain = 0;
      for (const branch of input.branches) if (missing.has(branch)) gain += 1;
      if (gain > bestGain || (gain === bestGain && best && input.text.length < best.text.length))
        [best, bestGain] = [input, gain];
    }
    if (!best || bestGain === 0) break;
    chosen.push(best.text);
    for (const branch of best.branches) missing.delete(branch);
  }
  return chosen.sort((a, b) => a.length - b.length);
}

if (values.keep) {
  mkdirSync(dirname(corpusFile(name)), { recursive: true });
  writeFileSync(corpusFile(name), `${JSON.stringify(minimal(), null, 1)}\n`);
}
for (const [kind, text] of findings) console.log(`\nSmallest for “${kind}”:\n${JSON.stringify(text)}`);
console.log(`${name}: ${runs} runs, ${smallest.size} features, ${findings.size} findings`);
process.exit(findings.size > 0 ? 1 : 0);
