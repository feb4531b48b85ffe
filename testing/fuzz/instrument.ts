import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { build, transformSync } from "esbuild";
import { createInstrumenter } from "istanbul-lib-instrument";
import type { Target } from "./targets";

/** How often each branch of a file ran, as the instrumented modules count it. */
type Counters = Record<string, { b: Record<string, number[]> }>;

export interface Instrumented {
  target: Target;
  /** Sets all counters to zero. */
  reset(): void;
  /** Calls `reach` for each branch that ran, with its number and how often it ran, as a power of two. */
  read(reach: (feature: number) => void): void;
}

/** Loads a target with the modules in `lib/` and the OpenID Connect library instrumented, so that the branches of each run are known. */
export async function instrumented(name: string): Promise<Instrumented> {
  const root = process.cwd();
  const instrumenter = createInstrumenter({ esModules: true, compact: false });
  const { outputFiles } = await build({
    stdin: {
      contents: `import { targets } from "./testing/fuzz/targets"; export const target = targets[${JSON.stringify(name)}];`,
      resolveDir: root,
    },
    bundle: true,
    write: false,
    format: "esm",
    platform: "node",
    target: "node20",
    conditions: ["react-server"],
    external: ["@node-rs/argon2", "@photostructure/sqlite", "pg", "pg-native", "amqplib"],
    banner: {
      js: `import { createRequire } from "node:module"; const require = createRequire(${JSON.stringify(pathToFileURL(join(root, "package.json")))});`,
    },
    plugins: [
      {
        name: "instrument",
        setup: ({ onLoad }) =>
          onLoad({ filter: /\/lib\/.*\.[jt]s$/ }, ({ path }) => {
            if (path.includes("/node_modules/") && !path.includes("/node_modules/openid-client/"))
              return null;
            const loader = path.endsWith(".js") ? "js" : "ts";
            const { code } = transformSync(readFileSync(path, "utf8"), { loader, target: "node20" });
            return { contents: instrumenter.instrumentSync(code, relative(root, path)), loader: "js" };
          }),
      },
    ],
  });
  const bundle = join(root, ".next", `fuzz-${name}.mjs`);
  mkdirSync(dirname(bundle), { recursive: true });
  writeFileSync(bundle, outputFiles[0]?.contents ?? "");
  const { target } = (await import(pathToFileURL(bundle).href)) as { target: Target };
  return { target, ...countersOf((globalThis as unknown as { __coverage__: Counters }).__coverage__) };
}

function countersOf(coverage: Counters): Pick<Instrumented, "reset" | "read"> {
  const branches = Object.values(coverage).flatMap(({ b }) => Object.values(b));
  return {
    reset() {
      for (const counts of branches) counts.fill(0);
    },
    read(reach) {
      let branch = 0;
      for (const counts of branches)
        for (const times of counts) {
          if (times > 0) reach(branch * 32 + Math.min(31, 32 - Math.clz32(times)));
          branch += 1;
        }
    },
  };
}
