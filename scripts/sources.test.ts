import { cpSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { spawnSync } from "node:child_process";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { beforeEach, expect, it, onTestFinished } from "vitest";
import { hashSources } from "./sources.mjs";

const LONG_AGO = new Date("2001-01-01");

let folder: string;
const put = (name: string, content: string) => {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  utimesSync(path, LONG_AGO, LONG_AGO);
};
const next = "node_modules/next/dist/bin/next";

/** Creates a project with a current build. A script that prints its arguments replaces Next. */
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sources-"));
  const made = folder;
  onTestFinished(() => rmSync(made, { recursive: true }));
  cpSync("scripts", join(folder, "scripts"), { recursive: true });
  put("package.json", '{ "type": "module" }');
  put("app/page.tsx", "page");
  put(next, 'console.log("building"); process.exit(1);');
  put("node_modules/next/package.json", '{ "type": "commonjs" }');
  put(".next/BUILD_ID", hashSources(folder));
  put(".next/base-path/done", "");
});

function isBuilt(env: Record<string, string> = {}): boolean {
  const options = { env: { ...process.env, PORT: "0", ...env }, encoding: "utf8" } as const;
  const { stdout, status } = spawnSync(process.execPath, [join(folder, "scripts/start.mjs")], options);
  // The exit code is 1 because no panel can run in this project. The output shows whether `npm start` would build.
  expect(status).toBe(1);
  return stdout.includes("building");
}

it("`npm start` does not rebuild if only file times differ", () => {
  utimesSync(join(folder, "app/page.tsx"), new Date(), new Date());
  expect(isBuilt()).toBe(false);
});

it.each(["app/page.tsx", "lib/new.ts", "package-lock.json", "postcss.config.mjs", ".env"])(
  "`npm start` rebuilds if the content of %s changes",
  (name) => {
    put(name, "other");
    expect(isBuilt()).toBe(true);
  },
);

it("`npm start` rebuilds if a variable that the build uses changes", () => {
  expect(isBuilt({ NEXT_PUBLIC_NAME: "Harbor" })).toBe(true);
  expect(isBuilt({ CONFIG_PATH: "/elsewhere" })).toBe(false);
});

it("`npm start` rebuilds if the last build did not finish", () => {
  rmSync(join(folder, ".next/base-path/done"));
  expect(isBuilt()).toBe(true);
});
