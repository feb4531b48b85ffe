import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

/** The variables in `lib/env.ts`. The panel reads no other variables. */
const declared = [...readFileSync("lib/env.ts", "utf8").matchAll(/^ {2}([A-Z][A-Z_]+): /gm)].map(
  ([, name]) => name!,
);

it("docs/configuration.md and .env.example list exactly the variables that the panel reads", () => {
  const documented = [
    ...readFileSync("docs/configuration.md", "utf8").matchAll(/^\| (`[^|]+`) +\|/gm),
  ].flatMap(([, cell]) => cell!.split(", ").map((name) => name.replaceAll("`", "").trim()));
  const examples = [...readFileSync(".env.example", "utf8").matchAll(/^# ([A-Z_]+)=/gm)].map(
    ([, name]) => name!,
  );
  expect(declared.length).toBeGreaterThan(20);
  expect(documented.toSorted()).toEqual(declared.toSorted());
  expect(examples.toSorted()).toEqual(declared.toSorted());
});
