import { readdirSync } from "node:fs";
import { build } from "esbuild";
import { expect, it } from "vitest";

it("Next's bundles contain no module of the server", async () => {
  const entryPoints = readdirSync("app", { recursive: true, encoding: "utf8" })
    .filter((name) => /(?:^|\/)(?:page|layout|route|error|not-found)\.tsx?$/.test(name))
    .map((name) => `app/${name}`);
  const { metafile } = await build({
    entryPoints: [...entryPoints, "proxy.ts"],
    bundle: true,
    metafile: true,
    write: false,
    outdir: "unused",
    format: "esm",
    jsx: "automatic",
    packages: "external",
    loader: { ".css": "empty" },
  });
  const modules = Object.keys(metafile.inputs);
  expect(modules).toContain("lib/core.ts");
  expect(
    modules.filter(
      (name) => name.startsWith("lib/") && !/^lib\/(?:shared\/|core\.ts$|errors\.ts$)/.test(name),
    ),
  ).toEqual([]);
});
