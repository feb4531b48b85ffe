import { expect, test } from "vitest";
import { corpusOf, targets } from "./targets";

test.each(Object.keys(targets))("the inputs of the fuzzer break no invariant: %s", async (name) => {
  const inputs = corpusOf(name);
  expect(inputs.length).toBeGreaterThan(0);
  for (const input of inputs) await targets[name]?.run(input);
});
