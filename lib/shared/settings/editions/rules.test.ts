import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { rulesOf } from "./rules";

test("docs/configuration-file.md lists every rule with its severity", () => {
  const document = readFileSync("docs/configuration-file.md", "utf8");
  const chapter = document.split("## Rules between settings")[1]?.split("\n## ")[0] ?? "";
  const documented = new Map(
    [...chapter.matchAll(/^\| `([\w-]+)` +\| ([a-z ]+?) +\|/gm)].map(([, id = "", severity = ""]) => [
      id,
      severity,
    ]),
  );
  const rules = [...rulesOf("neutral"), ...rulesOf("branded")];
  expect([...documented.keys()].sort()).toEqual([...new Set(rules.map(({ id }) => id))].sort());
  for (const { id, severity } of rules) expect(documented.get(id), id).toContain(severity);
});
