import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { shareChunks } from "./shared-chunks.mjs";

it("lets all load one of the chunks with the same code, routes and pages each their own, and minifies what is left", async () => {
  const build = mkdtempSync(join(tmpdir(), "chunks-"));
  onTestFinished(() => rmSync(build, { recursive: true }));
  const load = (...names: string[]) => names.map((name) => `R.c("server/chunks/${name}.js")\n`).join("");
  const loaded = (...names: string[]) =>
    `${names.map((name) => `R.c("server/chunks/${name}.js")`).join(",")};\n`;
  const chunk = (name: string) =>
    `module.exports = [1, (first) => first + 1]\n\n//# sourceMappingURL=${name}.js.map`;
  const files: Record<string, string> = {
    "chunks/a.js": chunk("a"),
    "chunks/b.js": chunk("b"),
    "chunks/c.js": `Promise.all(["server/chunks/b.js"].map(load))`,
    "chunks/ssr/d.js": chunk("d"),
    "chunks/ssr/e.js": chunk("e"),
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
  const names = readdirSync(join(build, "server"), { encoding: "utf8", recursive: true });
  const after = names
    .filter((name) => name.endsWith(".js"))
    .map((name) => [name, readFileSync(join(build, "server", name), "utf8")]);
  const minified = "module.exports=[1,e=>e+1];\n";
  expect(Object.fromEntries(after)).toEqual({
    "chunks/a.js": minified,
    "chunks/c.js": `Promise.all(["server/chunks/a.js"].map(load));\n`,
    "chunks/ssr/d.js": minified,
    "app/page.js": loaded("ssr/d", "ssr/gone"),
    "app/api/[id]/route.js": loaded("a", "c"),
    "middleware.js": loaded("a"),
  });
});
