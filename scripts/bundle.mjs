/**
 * Bundles the server (`lib/server`) once, for plain Node: the core that serves the panel, and the commands
 * (`*-command.ts`), which share its modules. A build has the bundle in `.next/core`.
 */
import { mkdir, rename, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** @type {Record<string, string>} */
const entries = {
  core: "lib/server/core.ts",
  demo: "scripts/demo/index.ts",
  "audit-verify": "scripts/audit-verify-command.ts",
  config: "scripts/config-command.ts",
  doctor: "scripts/doctor-command.ts",
  backup: "scripts/backup-command.ts",
  restore: "scripts/restore-command.ts",
  operator: "scripts/operator-command.ts",
  provision: "scripts/provision-command.ts",
};

/**
 * The options of esbuild for programs that Node runs without TypeScript. Packages are bundled, because loading hundreds
 * of files takes most of a program's time. Native packages are loaded from node_modules, so a program must be inside
 * the project.
 */
export const forNode = {
  write: /** @type {const} */ (false),
  bundle: true,
  minifySyntax: true,
  minifyWhitespace: true,
  platform: /** @type {const} */ ("node"),
  target: "node20",
  // Node 20 does not define `navigator`. Without a definition, pg would load all of fetch to detect Cloudflare,
  // which takes a sixth of a program's startup time.
  define: { navigator: '{ "userAgent": "Node.js" }' },
  external: ["@node-rs/argon2", "@photostructure/sqlite", "pg-native", "sharp"],
  mainFields: ["module", "main"],
  alias: { "server-only": join(root, "node_modules/server-only/empty.js") },
  tsconfig: join(root, "tsconfig.json"),
  logLevel: /** @type {const} */ ("error"),
};

/** Leaves out zod's texts in other languages, which are a tenth of the core and would be loaded at its start. */
const onlyEnglish = {
  name: "only-english",
  setup(/** @type {import("esbuild").PluginBuild} */ build) {
    build.onResolve({ filter: /\/locales\/index\.js$/ }, ({ path, resolveDir }) => ({
      path: join(resolveDir, dirname(path), "en.js"),
    }));
  },
};

/** @param {string} folder */
const optionsFor = (folder, names = Object.keys(entries)) => ({
  ...forNode,
  external: [
    ...forNode.external,
    // A dynamic import of a bundled CommonJS package has no named exports.
    "amqplib",
    // next-auth passes its objects to the core, which must have the same classes.
    "openid-client",
    // next-auth needs it only in routes of Next, and the panel has none.
    "next/headers",
  ],
  entryPoints: names.map((name) => ({ in: join(root, entries[name] ?? ""), out: name })),
  outdir: folder,
  outExtension: { ".js": ".mjs" },
  chunkNames: "chunks/[name]-[hash]",
  format: /** @type {const} */ ("esm"),
  splitting: true,
  plugins: [onlyEnglish],
  // Bundled CommonJS packages load Node's built-in modules with `require`, and native packages need it too.
  banner: {
    js: 'import { createRequire as __createRequire } from "node:module"; const require = __createRequire(import.meta.url);',
  },
  conditions: ["react-server"],
  absWorkingDir: root,
});

/**
 * Writes a program. Renames a new file into place, because another process may be about to run the program.
 * @param {string} path
 * @param {Uint8Array} contents
 */
export async function placeProgram(path, contents) {
  await mkdir(dirname(path), { recursive: true });
  const temporary = join(dirname(path), `.${basename(path)}.${process.pid}`);
  await writeFile(temporary, contents);
  await rename(temporary, path);
}

/** Writes chunks before the programs that load them. */
async function place(/** @type {{ path: string, contents: Uint8Array }[]} */ files) {
  const isChunk = ({ path }) => basename(dirname(path)) === "chunks";
  for (const { path, contents } of [...files.filter(isChunk), ...files.filter((file) => !isChunk(file))])
    await placeProgram(path, contents);
}

/**
 * Writes the core and the commands to `folder` as `<name>.mjs`.
 * @param {string} folder
 * @param {string[]} [names] the programs to write; default: all
 */
export async function bundleCore(folder, names) {
  const { build } = await import("esbuild");
  const { outputFiles } = await build(optionsFor(folder, names));
  await place(outputFiles);
}

/**
 * Bundles the core again whenever one of its files changes. Each bundle gets a folder of its own, because Node loads
 * every file only once.
 * @param {string} folder
 * @param {(program: string) => void} onBundle called with the path of each new core
 */
export async function watchCore(folder, onBundle) {
  const { context } = await import("esbuild");
  let count = 0;
  const placing = {
    name: "place",
    setup(build) {
      build.onEnd(async ({ errors, outputFiles }) => {
        if (errors.length > 0 || !outputFiles) return;
        const target = join(folder, `${process.pid}-${++count}`);
        await place(
          outputFiles.map(({ path, contents }) => ({ path: path.replace(folder, target), contents })),
        );
        onBundle(join(target, "core.mjs"));
      });
    },
  };
  const options = { ...optionsFor(folder, ["core"]), plugins: [onlyEnglish, placing] };
  await (await context(options)).watch();
}
