import { expect, it } from "vitest";
import { fields } from "./registry";
import { names } from "./search-names";

it("names are those of existing settings, each once", () => {
  const paths = new Set(fields.map(({ path }) => path));
  expect(Object.keys(names).filter((path) => !paths.has(path))).toEqual([]);
  const repeated = Object.entries(names).flatMap(([path, list]) =>
    list.split(", ").flatMap((name, at, all) => (all.indexOf(name) === at ? [] : [`${path}: ${name}`])),
  );
  expect(repeated).toEqual([]);
});
