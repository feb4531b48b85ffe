import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { editions } from "@/lib/shared/settings/editions";
import { specified } from "@/lib/shared/settings/registry";

const tracked = execFileSync(
  "git",
  ["ls-files", "--cached", "--others", "--exclude-standard", "--", "app", "components", "lib"],
  { encoding: "utf8" },
);
const product = tracked
  .split("\n")
  .filter(
    (path) =>
      /\.tsx?$/.test(path) &&
      !/\.test\.tsx?$/.test(path) &&
      !path.startsWith("lib/shared/settings/editions/"),
  );

/** Paths of settings that only some editions have. */
const further = editions()
  .flatMap(({ registry }) => registry.fields.map(({ path }) => path))
  .filter((path) => specified.fieldAt(path) === undefined);

/** Files that may contain the word "branded", because they declare the namings. */
const declares = new Set(["lib/env.ts", "lib/shared/contract/config-snapshot.ts"]);

/** Finds the words in a line of code that are allowed only in editions. */
function foreignWords(path: string, line: string): string[] {
  const words = /spacebar|(?:public|open-source)[ -]server/i.exec(line)?.slice(0, 1) ?? [];
  const naming = declares.has(path) ? [] : (/\bbranded\b/i.exec(line)?.slice(0, 1) ?? []);
  const settings = further.filter((setting) => line.includes(`"${setting}"`));
  return [...words, ...naming, ...settings].map((word) => `${path}: ${word}: ${line.trim()}`);
}

it("only code in editions/ names a specific server program or its additional settings", () => {
  expect(product.length).toBeGreaterThan(300);
  expect(further.length).toBeGreaterThan(40);
  const found = product.flatMap((path) =>
    readFileSync(path, "utf8")
      .split("\n")
      .flatMap((line) => foreignWords(path, line)),
  );
  expect(found).toEqual([]);
});

it("the check detects words that are allowed only in editions/", () => {
  const inEditions = readFileSync("lib/shared/settings/editions/public-server/settings.json", "utf8");
  expect(inEditions.split("\n").flatMap((line) => foreignWords("fields.ts", line))).not.toEqual([]);
  expect(foreignWords("a.ts", 'settings.get("email.smtp.starttls")')).toHaveLength(1);
  expect(foreignWords("a.ts", 'naming === "branded"')).toHaveLength(1);
});
