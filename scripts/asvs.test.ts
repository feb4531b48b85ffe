import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";

const path = "docs/asvs.md";
const document = readFileSync(path, "utf8");

interface Line {
  id: string;
  stands: string;
  where: string;
}

const lines: Line[] = [
  ...document.matchAll(/^\| (\d+\.\d+\.\d+) +\|(?:[^|\n]*\|){2} ([^|\n]+?) +\| ([^|\n]*?) *\|$/gm),
].map(([, id = "", stands = "", where = ""]) => ({ id, stands, where }));
const met = lines.filter(({ stands }) => stands === "met");

const testFile = /`((?:lib|components|e2e|scripts)\/[\w./[\]{}-]+\.(?:test|spec)\.tsx?)`/g;
const anyFile = /`((?:lib|components|e2e|scripts|docs)\/[\w./-]+\.(?:tsx?|mjs|md))`/g;
const link = /\]\(([\w./-]+\.md)(?:#([\w-]+))?\)/g;

it("every requirement is listed once, with one of three states", () => {
  expect(met.length).toBeGreaterThan(100);
  expect(lines.filter(({ stands }) => !["met", "**not met**", "not applicable"].includes(stands))).toEqual(
    [],
  );
  expect(lines.length).toBe(new Set(lines.map(({ id }) => id)).size);
});

it("every met requirement names the test that proves it", () => {
  const without = met.filter(({ where }) => [...where.matchAll(testFile)].length === 0);
  expect(without.map(({ id, where }) => `${id}: ${where}`)).toEqual([]);
});

it("every file that a requirement names exists", () => {
  const missing = lines.flatMap(({ id, where }) =>
    [...where.matchAll(anyFile)]
      .map(([, file = ""]) => file)
      .filter((file) => !existsSync(file))
      .map((file) => `${id}: ${file}`),
  );
  expect(missing).toEqual([]);
});

it("every chapter that a requirement names exists in its document", () => {
  const anchorsOf = (file: string) =>
    [...readFileSync(file, "utf8").matchAll(/^#+ (.+)$/gm)].map(([, title = ""]) =>
      title
        .toLowerCase()
        .replace(/[^\w\s-]/g, "")
        .trim()
        .replace(/\s/g, "-"),
    );
  const missing = lines.flatMap(({ id, where }) =>
    [...where.matchAll(link)].flatMap(([, target = "", anchor]) => {
      const file = join(dirname(path), target);
      if (!existsSync(file)) return [`${id}: ${target}`];
      return anchor === undefined || anchorsOf(file).includes(anchor) ? [] : [`${id}: ${target}#${anchor}`];
    }),
  );
  expect(missing).toEqual([]);
});

it("the summary contains the correct number of requirements for each chapter and state", () => {
  const chapters = document.split(/^## /m).slice(1);
  for (const chapter of chapters) {
    const [title = ""] = chapter.split("\n", 1);
    const own = lines.filter(({ id }) => id.startsWith(`${title.slice(1).split(" ")[0]}.`));
    if (own.length === 0) continue;
    const count = (state: string) => own.filter(({ stands }) => stands === state).length;
    // If most of a chapter does not apply, a sentence in the chapter contains the number of requirements that are not
    // listed.
    const leftOut = Number(/\bthe (\d+) requirements\b/.exec(chapter)?.[1] ?? 0);
    const row = new RegExp(`^\\| ${title} +\\| +(\\d+) \\| +(\\d+) \\| +(\\d+) \\|$`, "m").exec(document);
    expect([title, ...(row ?? []).slice(1).map(Number)]).toEqual([
      title,
      count("met"),
      count("**not met**"),
      count("not applicable") + leftOut,
    ]);
  }
});

/* Patterns that no source file may contain */

const sources = ["app", "components", "lib", "scripts"]
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => join(folder, name)),
  )
  .concat("proxy.ts")
  .filter((name) => /\.(?:ts|tsx|mjs|cjs)$/.test(name) && !/\.test\.tsx?$/.test(name));

const using = (pattern: RegExp) => sources.filter((name) => pattern.test(readFileSync(name, "utf8")));

it.each([
  ["evaluates text", /\beval\(|\bnew Function\(|\bsetTimeout\(["'`]/],
  [
    "writes HTML",
    /\b(?:innerHTML|outerHTML|insertAdjacentHTML|dangerouslySetInnerHTML)\b|\bdocument\.write\(/,
  ],
  ["starts a shell", /\bshell: true\b|import \{[^}]*\bexec(?:Sync)?\b[^}]*\} from "node:child_process"/],
  ["uses a weak hash or cipher", /["'](?:md4|md5|sha1|rc4|des\b|des-|aes-\d+-(?:ecb|cbc))/i],
])("no source file %s", (_, pattern) => {
  expect(sources.length).toBeGreaterThan(500);
  expect(using(pattern)).toEqual([]);
});

it("predictable random numbers only vary waiting times and sample times, and distinguish tabs", () => {
  expect(using(/\bMath\.random\(/).toSorted()).toEqual([
    "components/settings/store/presence.ts",
    "lib/server/config-file/disk/lock.ts",
    "lib/server/db/sqlite-dialect.ts",
    "lib/server/monitor/service.ts",
  ]);
});

it("only one module of the audit log, and one pragma, build SQL without parameters", () => {
  const found = using(/\bsql\.(?:raw|lit)\(/).filter((name) => name !== "lib/server/db/migrate.ts");
  expect(found).toEqual(["lib/server/audit/chain.ts"]);
});

it("only modules for the configuration file, the database and the panel's own files open files", () => {
  const elsewhere = using(/from "node:fs(?:\/promises)?"/).filter(
    (name) =>
      name.startsWith("lib/") &&
      !/^lib\/(?:secret\.ts|server\/(?:config-file|db)\/|server\/monitor\/backup\/)/.test(name),
  );
  expect(elsewhere.toSorted()).toEqual([
    "lib/env.ts",
    "lib/lines.ts",
    "lib/server/audit/heads.ts",
    "lib/server/audit/sinks/file.ts",
    "lib/server/http/door/static-files.ts",
    "lib/server/instance/provision/token-file.ts",
    "lib/server/panel/doctor-proof.ts",
    "lib/server/panel/doctor/database.ts",
    "lib/server/panel/doctor/index.ts",
    "lib/server/panel/doctor/instance.ts",
    "lib/server/panel/doctor/machine.ts",
    "lib/server/panel/doctor/mirror.ts",
    "lib/server/panel/git-mirror.ts",
    "lib/server/panel/start-up.ts",
    "lib/server/reload/log-sources.ts",
  ]);
});
