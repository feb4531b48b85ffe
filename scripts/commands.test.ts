import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, it, onTestFinished } from "vitest";

/**
 * Copies the project without a build. Returns a function that runs a command in the copy.
 * @param packages whether the copy has node_modules
 */
function unbuilt(packages: boolean) {
  const folder = mkdtempSync(join(tmpdir(), "unbuilt-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const name of ["scripts", "package.json", "tsconfig.json"])
    cpSync(name, join(folder, name), { recursive: true });
  symlinkSync(resolve("lib"), join(folder, "lib"));
  if (packages) symlinkSync(resolve("node_modules"), join(folder, "node_modules"));
  mkdirSync(join(folder, "elsewhere"));
  return (command: string, ...words: string[]) => {
    const options = { cwd: join(folder, "elsewhere"), encoding: "utf8" } as const;
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [`../scripts/${command}`, ...words],
      options,
    );
    return { status, stdout, stderr };
  };
}

// Browser tests run the commands of a build (operator-command.spec.ts, provision.spec.ts).
it("a command runs from the sources if there is no build", () => {
  expect(unbuilt(true)("provision.mjs", "--help")).toEqual({
    status: 0,
    stdout: expect.stringContaining("Create the bots described in a file"),
    stderr: "",
  });
});

it("a command asks the operator to install the packages if they are missing", () => {
  expect(unbuilt(false)("operator.mjs", "reset", "ada")).toEqual({
    status: 1,
    stdout: "",
    stderr: "Some packages are not installed. Run `npm ci` in this folder first.\n",
  });
});
