import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const document = readFileSync("docs/data.md", "utf8");
const chapter = (title: string) => document.split(`## ${title}\n`)[1]?.split("\n## ")[0] ?? "";
const quoted = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, one = ""]) => one);

it("every table of the database has one level", () => {
  const [, body = ""] = readFileSync("lib/server/db/tables.ts", "utf8").split("export interface Database {");
  const tables = [...body.matchAll(/^ {2}(\w+): \{/gm)].map(([, name = ""]) => name);
  expect(tables.length).toBeGreaterThan(30);
  expect(
    quoted(chapter("Tables"))
      .filter((name) => name !== "DATA_DIR")
      .toSorted(),
  ).toEqual(tables.toSorted());
});

it("every source file that uses a key is in the list of keys", () => {
  const files = readdirSync("lib", { recursive: true, encoding: "utf8" })
    .map((file) => join("lib", file))
    .filter((file) => /(?<!\.test)\.ts$/.test(file))
    .filter((file) =>
      /\b(?:createHmac|createCipheriv|hkdfSync)\(|from "(?:jsonwebtoken|@node-rs\/argon2)"/.test(
        readFileSync(file, "utf8"),
      ),
    );
  expect(files.length).toBeGreaterThan(5);
  const listed = quoted(chapter("Keys"));
  expect(files.filter((file) => !listed.includes(file))).toEqual([]);
});
