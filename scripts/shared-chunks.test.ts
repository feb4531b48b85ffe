import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { shareChunks } from "./shared-chunks.mjs";

it("lets all load one of the chunks with the same code, routes and pages each their own", async () => {
  const build = mkdtempSync(join(tmpdir(), "chunks-"));
  onTestFinished(() => rmSync(build, { recursive: true }));
  const load = (...names: string[]) => names.map((name) => `R.c("server/chunks/${name}.js")\n`).join("");
  const chunk = (code: string, name: string) => `${code}\n\n//# sourceMappingURL=${name}.js.map`;
  const files: Record<string, string> = {
    "chunks/a.js": chunk("one", "a"),
    "chunks/b.js": chunk("one", "b"),
    "chunks/c.js": `Promise.all(["server/chunks/b.js"].map(load))`,
    "chunks/ssr/d.js": chunk("one", "d"),
    "chunks/ssr/e.js": chunk("one", "e"),
    "app/page.js": load("ssr/e", "ssr/gone"),
    "app/api/[id]/route.js": load("b", "c"),
    "middleware.js": load("a"),
  };
  for (const [name, text] of Object.entries(files)) {
    const path = join(build, "server", name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  await shareChunks(build);
  const after = Object.keys(files).map((name) => [name, readFileSync(join(build, "server", name), "utf8")]);
  expect(Object.fromEntries(after)).toEqual({
    ...files,
    "chunks/c.js": `Promise.all(["server/chunks/a.js"].map(load))`,
    "app/page.js": load("ssr/d", "ssr/gone"),
    "app/api/[id]/route.js": load("a", "c"),
  });
});
