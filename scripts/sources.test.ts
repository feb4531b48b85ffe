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

function isBuilt(): boolean {
  const options = { env: { ...process.env, PORT: "0" }, encoding: "utf8" } as const;
  const { stdout, status } = spawnSync(process.execPath, [join(folder, "scripts/start.mjs")], options);
  // The exit code is 1 because no panel can run in this project. The output shows whether `npm start` would build.
  expect(status).toBe(1);
  return stdout.includes("building");
}

it("the hash of the sources does not depend on file times", () => {
  const before = hashSources(folder);
  utimesSync(join(folder, "app/page.tsx"), new Date(), new Date());
  expect(hashSources(folder)).toBe(before);
});

it.each(["app/page.tsx", "lib/new.ts", "package-lock.json", "postcss.config.mjs", ".env"])(
  "the hash of the sources changes if the content of %s changes",
  (name) => {
    const before = hashSources(folder);
    put(name, "other");
    expect(hashSources(folder)).not.toBe(before);
  },
);

it("the hash of the sources depends on the variables that the build uses, and on no others", () => {
  const hashWith = (env: Record<string, string>) => hashSources(folder, { NODE_ENV: "test", ...env });
  const before = hashWith({});
  expect(hashWith({ NEXT_PUBLIC_NAME: "Harbor" })).not.toBe(before);
  expect(hashWith({ CONFIG_PATH: "/elsewhere" })).toBe(before);
});

it("`npm start` rebuilds if the sources differ from those of the build, or if it did not finish", () => {
  expect(isBuilt()).toBe(false);
  put("app/page.tsx", "other");
  expect(isBuilt()).toBe(true);
  put("app/page.tsx", "page");
  expect(isBuilt()).toBe(false);
  rmSync(join(folder, ".next/base-path/done"));
  expect(isBuilt()).toBe(true);
});
