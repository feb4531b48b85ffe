import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

/* Rooms get what they need as arguments (docs/architecture.md, "What creates what"). */

const files = execFileSync("git", ["ls-files", "--", "lib/*.ts"], {
  encoding: "utf8",
})
  .split("\n")
  .filter((path) => path !== "" && !path.startsWith("lib/shared/") && !path.endsWith(".test.ts"));

/** Returns the files that contain a line like this, sorted. */
const filesWith = (pattern: RegExp) =>
  files.filter((path) => pattern.test(readFileSync(path, "utf8"))).toSorted();

test("only values that are computed or loaded once are in module-level variables", () => {
  expect(filesWith(/^(?:export )?let /m)).toEqual([
    "lib/server/instance/local/pictures.ts",
    "lib/server/instance/local/tokens.ts",
    "lib/server/operators/password.ts",
  ]);
});

test("only the core gives pages a global value", () => {
  expect(filesWith(/\bglobalThis\b|\bSymbol\.for\(/)).toEqual(["lib/core.ts"]);
});

test("only the environment's module reads variables of the panel", () => {
  expect(filesWith(/\breadEnv\b/)).toEqual(["lib/env.ts", "lib/server/core.ts"]);
  // The others pass variables on to programs and libraries.
  expect(filesWith(/\bprocess\.env\b/)).toEqual([
    "lib/env.ts",
    "lib/server/config-file/disk/attributes.ts",
    "lib/server/monitor/backup/backups.ts",
    "lib/server/panel/doctor-page.ts",
    "lib/server/panel/git.ts",
    "lib/server/panel/start-up.ts",
    "lib/server/reload/command.ts",
  ]);
});

test("only the module that composes the rooms, and the core, call constructors of other rooms", () => {
  const constructors =
    /\b(?:create(?:Applies|Audit|Backups|BackupSchedule|Checks|Contexts|Door|InstanceApi|Instances|Known|Limits|Log|Metrics|Notifier|Operators|Panel|Reload|Rooms|Traffic)|openConfigFile|openDatabase)\(/;
  const callers = files.filter((path) =>
    readFileSync(path, "utf8")
      .split("\n")
      .some((line) => constructors.test(line) && !/\bfunction\b/.test(line)),
  );
  expect(callers.toSorted()).toEqual(["lib/server/core.ts", "lib/server/rooms.ts"]);
});
