import { expect, it } from "vitest";
import { editionOf } from "@/lib/shared/settings/editions";
import { consequencesOf } from "./consequences";

const before = '{"security": {"jwtSecret": "«secret 1»"}, "email": {"smtp": {"password": "«secret 2»"}}}';
const { registry } = editionOf("neutral");

it.each([
  ["replaces the key", before.replace("«secret 1»", "another"), 1],
  ["moves another secret to the key", before.replace("«secret 1»", "«secret 2»"), 1],
  ["removes the key", '{"security": {}}', 1],
  ["replaces a secret on which nothing depends", before.replace("«secret 2»", "another"), 0],
  ["only moves the key", '{"email": {}, "security": {"jwtSecret": "«secret 1»"}}', 0],
])("states the consequences if a text %s", (_, after, count) => {
  const found = consequencesOf(before, after, registry, {});
  expect(found).toHaveLength(count);
  if (count > 0) expect(found[0]).toMatch(/^Token signing key: Signs everybody out/);
});

it("finds the key under the file's spelling", () => {
  const text = '{"security": {"key": "«secret 1»"}}';
  const spelling = { "security.jwtSecret": "security.key" };
  expect(consequencesOf(text, "{}", registry, spelling)).toHaveLength(1);
  expect(consequencesOf(text, text, registry, spelling)).toEqual([]);
});
