import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, onTestFinished, test } from "vitest";

/**
 * A program that prepares statements, drops all references to their connections, collects garbage, and then
 * uses the statements.
 */
const program = `
  const { setFlagsFromString } = require("node:v8");
  setFlagsFromString("--expose-gc");
  const collect = require("node:vm").runInNewContext("gc");
  const { SqliteConnection } = require(${JSON.stringify(resolve("lib/server/db/sqlite-driver.cjs"))});
  const [path, closed] = process.argv.slice(1);
  const statements = [];
  (() => {
    for (let i = 0; i < 50; i += 1) {
      const connection = new SqliteConnection(path, { busyTimeout: 0 });
      statements.push(connection.prepare("select 1 as one"));
      if (closed) connection.close();
    }
  })();
  (async () => {
    for (let i = 0; i < 3; i += 1) {
      collect();
      await collect({ type: "major", execution: "async" });
    }
    const answers = statements.map((statement) => {
      try {
        return statement.all()[0].one;
      } catch (error) {
        return error.message;
      }
    });
    console.log([...new Set(answers)].join());
  })();
`;

function run(...words: string[]) {
  const folder = mkdtempSync(join(tmpdir(), "sqlite-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const args = ["--disable-warning=ExperimentalWarning", "-e", program, join(folder, "a.db"), ...words];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
  return { status, answer: stdout.trim(), stderr };
}

test("a statement works after garbage collection even if nothing else references its connection", () => {
  expect(run()).toEqual({ status: 0, answer: "1", stderr: "" });
});

test("a statement of a closed connection is refused after garbage collection", () => {
  expect(run("closed")).toEqual({ status: 0, answer: "The database is closed.", stderr: "" });
});

test("only lib/server/db/sqlite-driver.cjs imports a SQLite driver", () => {
  const pattern = String.raw`(from|import|require)\s*\(?\s*["'](@photostructure/sqlite|node:sqlite)`;
  const { stdout } = spawnSync("git", ["grep", "-lE", pattern, "--", "*.ts", "*.tsx", "*.mjs", "*.cjs"], {
    encoding: "utf8",
  });
  expect(stdout.trim().split("\n")).toEqual(["lib/server/db/sqlite-driver.cjs"]);
});
