import { expect, it } from "vitest";
import { editions } from "./editions";
import { names as additional } from "./editions/names";
import { fields } from "./registry";
import { names } from "./search-names";

it.each([
  ["the specification", names, fields],
  ["the editions", additional, editions().flatMap(({ registry }) => registry.fields)],
] as const)("names of %s are those of existing settings, each once", (_, all, existing) => {
  const paths = new Set<string>(existing.map(({ path }) => path));
  expect(Object.keys(all).filter((path) => !paths.has(path))).toEqual([]);
  const repeated = Object.entries(all).flatMap(([path, list]) =>
    list.split(", ").flatMap((name, at, every) => (every.indexOf(name) === at ? [] : [`${path}: ${name}`])),
  );
  expect(repeated).toEqual([]);
});

it("a setting has its names in one list", () => {
  expect(Object.keys(additional).filter((path) => path in names)).toEqual([]);
});
