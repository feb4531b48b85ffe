/**
 * The commands that use TypeScript modules of the panel (`*-command.ts`). A build contains them as programs for plain
 * Node, so that the commands run the same version of the code as the panel.
 */
import { existsSync } from "node:fs";
import { mkdir, rename, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const names = ["audit-verify", "operator", "provision"];

/**
 * The options of esbuild for programs that Node runs without TypeScript. Packages are bundled, because loading hundreds
 * of files takes most of a program's time. Native packages are loaded from node_modules, so a program must be inside
 * the project.
 */
export const forNode = {
  write: /** @type {const} */ (false),
  bundle: true,
  minify: true,
  platform: /** @type {const} */ ("node"),
  target: "node20",
  // Node 20 does not define `navigator`. Without a definition, pg would load all of fetch to detect Cloudflare,
  // which takes a sixth of a program's startup time.
  define: { navigator: '{ "userAgent": "Node.js" }' },
  external: ["@node-rs/argon2", "@photostructure/sqlite", "pg-native"],
  alias: { "server-only": join(root, "node_modules/server-only/empty.js") },
  tsconfig: join(root, "tsconfig.json"),
  logLevel: /** @type {const} */ ("error"),
};

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

/**
 * Writes each command to `<folder>/<name>.mjs`.
 * @param {string} folder
 */
export async function layOutCommands(folder, commands = names) {
  const { build } = await import("esbuild");
  const { outputFiles } = await build({
    ...forNode,
    entryPoints: commands.map((name) => ({ in: join(root, `scripts/${name}-command.ts`), out: name })),
    outdir: folder,
    outExtension: { ".js": ".mjs" },
    format: "esm",
    // Bundled CommonJS packages load Node's built-in modules with `require`.
    banner: {
      js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);',
    },
    conditions: ["react-server"],
    absWorkingDir: root,
  });
  for (const { path, contents } of outputFiles) await placeProgram(path, contents);
}

/**
 * Returns the path of a command's program in the build. If there is no build, compiles the program from the
 * sources.
 */
async function programOf(name) {
  const built = join(root, ".next/commands", `${name}.mjs`);
  if (existsSync(built)) return built;
  const folder = join(root, "node_modules/.cache/commands");
  await layOutCommands(folder, [name]);
  return join(folder, `${name}.mjs`);
}

/**
 * Runs a command in this process with the process's arguments, and in the project's folder.
 * @param {"audit-verify" | "operator" | "provision"} name
 */
export async function runCommand(name) {
  process.chdir(root);
  try {
    await import(pathToFileURL(await programOf(name)).href);
  } catch (error) {
    const isIncomplete = error.code === "ERR_MODULE_NOT_FOUND" || error.code === "MODULE_NOT_FOUND";
    console.error(
      isIncomplete
        ? "Some packages are not installed. Run `npm ci` in this folder first."
        : `The command could not be prepared (${error.message}). Run \`npm run build\` in this folder first.`,
    );
    process.exitCode = 1;
  }
}
