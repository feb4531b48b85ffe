import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";

const run = promisify(execFile);

/** Starts programs of a folder, each in a process that keeps what it compiles in that folder. */
async function startsIn() {
  const folder = await mkdtemp(join(tmpdir(), "compiled-code-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const compiled = join(folder, "compiled");
  const keeping = new URL("compiled-code.mjs", import.meta.url).href;
  const program = `
    import { createRequire } from "node:module";
    import { keepCompiledCode } from ${JSON.stringify(keeping)};
    keepCompiledCode(process.argv[1]);
    console.log(JSON.stringify(await createRequire(process.argv[2])("./main.js")));`;
  return {
    write: (name: string, text: string) => writeFile(join(folder, name), text),
    start: async (): Promise<unknown> => {
      const args = ["--input-type=module", "--eval", program, compiled, join(folder, "start.js")];
      return JSON.parse((await run(process.execPath, args)).stdout);
    },
    /** Name → when it was written. */
    kept: async () => {
      const names = await readdir(compiled);
      return Promise.all(names.map(async (name) => [name, (await stat(join(compiled, name))).mtimeMs]));
    },
    spoil: async () => {
      for (const name of await readdir(compiled)) {
        const path = join(compiled, name);
        await writeFile(path, (await readFile(path)).subarray(0, 40));
      }
    },
  };
}

test("code is compiled at the first start, kept, and compiled again once it is another one", async () => {
  const { write, start, kept } = await startsIn();
  await write("part.js", "exports.sum = (a, b) => a + b;");
  await write(
    "main.js",
    "module.exports = Promise.resolve([require('./part').sum(1, 2), __filename.slice(-7)]);",
  );

  expect(await start()).toEqual([3, "main.js"]);
  const first = await kept();
  expect(first).toHaveLength(2);

  expect(await start()).toEqual([3, "main.js"]);
  expect(await kept()).toEqual(first);

  await write("part.js", "exports.sum = (a, b) => a - b;");
  expect(await start()).toEqual([-1, "main.js"]);
  expect(await kept()).toHaveLength(3);
});

test("modules that import, and modules that are imported, run as they are", async () => {
  const { write, start, kept } = await startsIn();
  await write("part.mjs", "export const name = import.meta.url.slice(-8);");
  await write("found.js", "export const name = import.meta.url.slice(-8);");
  await write(
    "main.js",
    "module.exports = import('./part.mjs').then(({ name }) => [name, require('./found.js').name]);",
  );
  expect(await start()).toEqual(["part.mjs", "found.js"]);
  expect(await start()).toEqual(["part.mjs", "found.js"]);
  expect(await kept()).toEqual([]);
});

test("what is kept and cannot be used is made anew", async () => {
  const { write, start, kept, spoil } = await startsIn();
  await write("main.js", "module.exports = { works: true };");
  await start();
  const [first] = await kept();
  await spoil();
  expect(await start()).toEqual({ works: true });
  const [then] = await kept();
  expect(then?.[0]).toBe(first?.[0]);
  expect(await start()).toEqual({ works: true });
  expect(await kept()).toEqual([then]);
});
