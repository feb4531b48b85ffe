import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { describe, expect, it } from "vitest";

/** Creates these files in a folder and lints them with the project's rules. Returns the lines that `rule` refuses. */
function refusedLines(files: Map<string, string[]>, rule = "eslint(no-restricted-imports)"): Set<string> {
  const root = mkdtempSync(join(tmpdir(), "dependency-rule-"));
  try {
    for (const [path, lines] of files) {
      mkdirSync(join(root, dirname(path)), { recursive: true });
      writeFileSync(join(root, path), lines.join("\n"));
    }
    const config = `export { default } from ${JSON.stringify(resolve("oxlint.config.mjs"))};\n`;
    writeFileSync(join(root, "oxlint.config.mjs"), config);
    writeFileSync(join(root, "tsconfig.json"), '{ "compilerOptions": { "paths": { "@/*": ["./*"] } } }');
    const oxlint = resolve("node_modules/oxlint/bin/oxlint");
    const args = [oxlint, "-c", "oxlint.config.mjs", "--format", "json"];
    const { stdout } = spawnSync(process.execPath, args, { cwd: root, encoding: "utf8" });
    const { diagnostics } = JSON.parse(stdout) as {
      diagnostics: { code: string; filename: string; labels: { span: { line: number } }[] }[];
    };
    return new Set(
      diagnostics
        .filter(({ code }) => code === rule)
        .map(({ filename, labels }) => `${filename}:${labels[0]!.span.line}`),
    );
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

const forbidden: [path: string, source: string][] = [
  ["components/ui/probe.ts", "@/lib/errors"],
  ["lib/server/instance/local/probe.ts", "../../operators"],
  ["lib/server/instance/local/probe.ts", "../.."],
  ["lib/server/instance/local/probe.ts", "./../../operators"],
  ["lib/server/instance/local/probe.ts", "../local/../../operators"],
  ["lib/server/instance/local/probe.ts", "@/lib/server/../server/operators"],
  ["components/ui/probe.ts", "@/lib/shared/settings/registry"],
  ["components/settings/probe.ts", "@/lib/env"],
  ["components/settings/probe.ts", "@/lib/server/config-file"],
  ["lib/server/instance/probe.ts", "@/lib/server/operators/password"],
  ["lib/server/operators/probe.ts", "@/lib/server/instance"],
  ["lib/server/config-file/probe.ts", "@/lib/server/instance"],
  ["lib/server/audit/probe.ts", "@/lib/server/http/door"],
  ["lib/server/http/panel-api/probe.ts", "@/lib/server/operators/password"],
  ["app/probe.ts", "@/lib/server/operators/password"],
  ["app/probe.ts", "@/lib/server/http/panel-api"],
  ["lib/core.ts", "@/lib/env"],
  ["lib/server/db/probe.ts", "@/lib/server/config-file"],
  ["lib/server/audit/probe.ts", "@/lib/server/operators"],
  ["lib/shared/settings/probe.ts", "@/lib/server/db"],
  ["lib/server/http/panel-api/probe.ts", "@/app/layout"],
  ["lib/server/http/door/probe.ts", "@/lib/server/instance"],
  ["lib/server/http/door/probe.ts", "@/lib/server/http/instance-api"],
  ["lib/server/config-file/probe.ts", "@/lib/server/http/door"],
  ["lib/errors.ts", "@/lib/env"],
  ["proxy.ts", "@/lib/server/instance"],
  // Relative paths to other rooms are refused, even if the room may import the other room.
  ["lib/server/instance/probe.ts", "../operators"],
  ["lib/server/instance/local/probe.ts", "../../config-file"],
  ["lib/server/instance/provision/document/probe.ts", "../../../config-file"],
  ["components/settings/rows/probe.ts", "../../../lib/env"],
  ["app/(panel)/settings/[section]/probe.tsx", "../../../../lib/env"],
  ["proxy.ts", "./lib/server/http/door"],
  // No folder may import `app`.
  ...["components", "lib/server", "lib/server/http"].flatMap((zone) =>
    readdirSync(zone, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && entry.name !== "http")
      .map(({ name }): [string, string] => [`${zone}/${name}/probe.ts`, "@/app/layout"]),
  ),
  // Imports that are refused only in some folders
  ["components/file/probe.ts", "@/components/settings/rows/setting-row"],
  ["components/file/raw/probe.ts", "@/components/settings/store/config-store"],
  ["lib/shared/probe.ts", "zod"],
  ["components/ui/probe.ts", "zod"],
  ["components/settings/rows/probe.ts", "zod"],
  ["components/settings/probe.ts", "next/link"],
  ["components/ui/probe.ts", "next/headers"],
  ["lib/shared/json/probe.ts", "node:fs"],
  ["lib/errors.ts", "server-only"],
  ["components/settings/probe.ts", "kysely"],
  ["lib/server/http/door/probe.ts", "@/testing/clean-process"],
  ["app/probe.tsx", "@/testing/clean-process"],
  ["lib/shared/probe.ts", "../../testing/clean-process"],
  ["components/settings/probe.ts", "@/lib/shared/settings/registry"],
  ["lib/server/instance/local/probe.ts", "@/lib/shared/settings/registry"],
];
const allowed: [path: string, source: string][] = [
  ["components/settings/probe.ts", "@/lib/shared/settings/editions"],
  ["components/settings/rows/probe.ts", "../store/config-store"],
  ["components/settings/rows/probe.ts", "@/components/settings/store/config-store"],
  ["components/file/probe.ts", "@/components/settings/queries/save-config"],
  ["components/file/probe.ts", "@/components/settings/rows/setting-link"],
  ["components/file/probe.ts", "@/components/ui/button"],
  ["components/file/probe.ts", "zod/mini"],
  ["lib/server/instance/probe.ts", "@/lib/server/config-file"],
  ["lib/server/instance/probe.ts", "@/lib/server/audit"],
  ["lib/server/instance/provision/document/probe.ts", "../../local/names"],
  ["lib/server/http/panel-api/probe.ts", "@/lib/server/operators"],
  ["lib/server/operators/probe.ts", "@/lib/server/operators/password"],
  ["lib/server/operators/probe.ts", "@/lib/server/http/door"],
  ["lib/server/core.ts", "@/lib/server/http/panel-api"],
  ["lib/server/http/door/probe.test.ts", "@/testing/clean-process"],
];

/** Maps the path of each file to its lines. Each line is an import to check. */
const files = new Map<string, string[]>();
const place = (path: string, line: string) => {
  const lines = files.get(path) ?? [];
  files.set(path, [...lines, line]);
  return `${path}:${lines.length + 1}`;
};
const placed = (cases: [string, string][]) =>
  cases.map(([path, source], index) => ({
    path,
    source,
    at: place(path, `export { fields as probe${index} } from "${source}";`),
  }));
const wrong = placed(forbidden);
const right = placed(allowed);
const ways = [
  'import "@/lib/server/db";',
  'import type { Db } from "@/lib/server/db";',
  'export * from "@/lib/server/db";',
  'export const later = () => import("@/lib/server/db");',
].map((line) => ({ line, at: place("components/shell/ways.ts", line) }));
const refused = refusedLines(files);

// oxlint once stopped matching imports of single files, and reported no error. These tests would notice such a failure.
describe("the dependency rule", () => {
  it.each(wrong)("refuses an import of $source in $path", ({ at }) => {
    expect(refused).toContain(at);
  });

  it.each(right)("allows an import of $source in $path", ({ at }) => {
    expect(refused).not.toContain(at);
  });

  it.each(ways)("refuses $line", ({ at }) => {
    expect(refused).toContain(at);
  });
});

describe("the rule against cycles", () => {
  const circle = ["lib/server/audit/one.ts", "lib/server/audit/two.ts"] as const;
  it.each([
    ["of values", 'export { b as a } from "./two";', 'export { a as b } from "./one";'],
    [
      "of types",
      'export type { B as A } from "./two";',
      'import type { A } from "./one"; export type B = A;',
    ],
    [
      "with paths from the root",
      'export { b as a } from "@/lib/server/audit/two";',
      'export { a as b } from "./one";',
    ],
  ])("refuses a cycle %s", (_, one, two) => {
    const files = new Map([
      [circle[0], [one]],
      [circle[1], [two]],
    ]);
    expect(refusedLines(files, "import(no-cycle)")).toEqual(new Set(circle.map((path) => `${path}:1`)));
  });

  it("allows two modules to import a third module", () => {
    const files = new Map([
      [circle[0], ['export { c } from "./three";', 'export { b } from "./two";']],
      [circle[1], ['export { c as b } from "./three";']],
      ["lib/server/audit/three.ts", ["export const c = 1;"]],
    ]);
    expect(refusedLines(files, "import(no-cycle)")).toEqual(new Set());
  });
});

// This import makes a build fail if the browser's bundle contains the module.
it('every server module starts with `import "server-only"`', () => {
  const modules = ["lib", "lib/server"].flatMap((folder) =>
    readdirSync(folder, { recursive: folder === "lib/server", encoding: "utf8" }).map((name) =>
      join(folder, name),
    ),
  );
  const open = ["errors.ts", "core.ts"].map((name) => join("lib", name));
  const silent = modules
    .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts") && !open.includes(name))
    .filter((name) => !/^import "server-only";$/m.test(readFileSync(name, "utf8")));
  expect(modules.length).toBeGreaterThan(200);
  expect(silent).toEqual([]);
});
