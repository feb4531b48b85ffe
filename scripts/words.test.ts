import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { bannedWords } from "@/testing/banned-words";
import { sourceTexts } from "@/testing/source-texts";
import { declaredSections } from "@/lib/shared/settings/sections";

/** Folders whose files contain texts of the interface. */
const folders = ["app", "components", "lib", "scripts"];

const sources = folders
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => join(folder, name)),
  )
  .filter((name) => /\.(ts|tsx|mjs)$/.test(name) && !/\.test\.tsx?$/.test(name));

/** A document without code blocks and without names in backticks. */
const prose = (markdown: string) => markdown.replace(/^```[^]*?^```/gm, "").replace(/`[^`]*`/g, "…");

function faults(name: string, texts: { line: number; text: string }[]): string[] {
  return texts.flatMap(({ line, text }) =>
    bannedWords.flatMap(({ pattern, instead }) => {
      const found = pattern.exec(text)?.[0];
      return found === undefined ? [] : [`${name}:${line} “${found}” in “${text}”: ${instead}`];
    }),
  );
}

const faultsOf = (name: string) => faults(name, sourceTexts(name, readFileSync(name, "utf8")));

it.each(folders)("%s contains no banned words", (folder) => {
  const own = sources.filter((name) => name.startsWith(folder));
  expect(own.length).toBeGreaterThan(5);
  expect(own.flatMap(faultsOf)).toEqual([]);
});

it("README.md contains no banned words", () => {
  const lines = prose(readFileSync("README.md", "utf8")).split("\n");
  expect(
    faults(
      "README.md",
      lines.map((text, index) => ({ line: index + 1, text })),
    ),
  ).toEqual([]);
});

it("every setting's label is unique and makes sense without its section", () => {
  const labels = declaredSections.flatMap(({ cards }) =>
    cards.flatMap(({ fields }) => fields.map(({ label }) => label)),
  );
  expect(labels.filter((label, index) => labels.indexOf(label) !== index)).toEqual([]);
  // A label must not be a statement, such as "Captchas are on", and must not be too long for a list.
  expect(labels.filter((label) => /\b(is|are)\b/.test(label) || label.length > 40)).toEqual([]);
});

it("every help text has at most two sentences", () => {
  const help = declaredSections.flatMap(({ cards }) =>
    cards.flatMap(({ fields }) => fields.map((field) => field.help)),
  );
  expect(help.filter((text) => (text.match(/\.(\s|$)/g) ?? []).length > 2)).toEqual([]);
});

it.each([
  ["between tags", "<p>The draft is kept.</p>"],
  ["in an attribute", '<Button label="Revert the change" />'],
  ["in a string", 'const title = "Other keys";'],
  ["in a template", "const text = `${name} took the save back`;"],
  ["in a property", '({ help: "Users who log in here." })'],
])("the text check finds a banned word %s", (_, source) => {
  expect(faults("probe.tsx", sourceTexts("probe.tsx", source))).toHaveLength(1);
});

it.each([
  ["a name of code", 'const state = "dirty";'],
  ["a style", '<p className="Draft dirty" />'],
  ["a keyword of the search", '({ synonyms: ["log in", "e-mail"], names: ["Revert"] })'],
  ["a type", 'type Word = "Login" | "log in";'],
  ["a module", 'import { draft } from "./My draft";'],
])("the text check ignores a banned word in %s", (_, source) => {
  expect(faults("probe.tsx", sourceTexts("probe.tsx", source))).toEqual([]);
});
