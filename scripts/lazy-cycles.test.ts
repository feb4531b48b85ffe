import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";

/* The linter's rule against cycles does not follow `import("…")`. This test does. */

const product = execFileSync(
  "git",
  ["ls-files", "--cached", "--others", "--exclude-standard", "--", "app", "components", "lib"],
  { encoding: "utf8" },
)
  .split("\n")
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path) && existsSync(path));

/** Finds a cycle of imports, as the paths on it. */
function cycleIn(texts: ReadonlyMap<string, string>): string[] | null {
  const imports = (path: string) =>
    [...(texts.get(path) ?? "").matchAll(/(?:\bfrom\s+|\bimport\s*\(?\s*)"(@\/|\.\.?\/)([^"]+)"/g)].flatMap(
      ([, start = "", rest = ""]) => {
        const base = start === "@/" ? rest : join(dirname(path), start, rest);
        const name = [".ts", ".tsx", "/index.ts", "/index.tsx"].map((end) => base + end);
        return name.find((one) => texts.has(one)) ?? [];
      },
    );
  const done = new Set<string>();
  const visit = (path: string, above: readonly string[]): string[] | null => {
    const at = above.indexOf(path);
    if (at >= 0) return [...above.slice(at), path];
    if (done.has(path)) return null;
    for (const next of imports(path)) {
      const cycle = visit(next, [...above, path]);
      if (cycle) return cycle;
    }
    done.add(path);
    return null;
  };
  for (const path of texts.keys()) {
    const cycle = visit(path, []);
    if (cycle) return cycle;
  }
  return null;
}

it("no modules import each other in a cycle, even lazily", () => {
  expect(product.length).toBeGreaterThan(300);
  expect(cycleIn(new Map(product.map((path) => [path, readFileSync(path, "utf8")])))).toBeNull();
});

it("a cycle through a lazy import is found", () => {
  const texts = new Map([
    ["components/a/guard.tsx", 'const Box = lazy(() => import("./dialog"));'],
    ["components/a/dialog.tsx", 'import { Box } from "@/components/a/box";'],
    ["components/a/box.tsx", 'import { useGuard } from "./guard";'],
  ]);
  expect(cycleIn(texts)).toHaveLength(4);
  expect(cycleIn(new Map([...texts, ["components/a/box.tsx", ""]]))).toBeNull();
});
