/** Runs the commands that use TypeScript modules of the panel (`*-command.ts`), from the build's bundle. */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { bundleCore } from "./bundle.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/**
 * Returns the path of a command's program in the build. If there is no build, compiles the program from the
 * sources.
 */
async function programOf(name) {
  const built = join(root, ".next/core", `${name}.mjs`);
  if (existsSync(built)) return built;
  const folder = join(root, "node_modules/.cache/core");
  await bundleCore(folder, [name]);
  return join(folder, `${name}.mjs`);
}

/**
 * Runs a command in this process with the process's arguments, and in the project's folder.
 * @param {"audit-verify" | "backup" | "config" | "doctor" | "restore" | "operator" | "provision"} name
 */
export async function runCommand(name) {
  process.chdir(root);
  // Standard output is for the command's answer.
  process.env.LOG_LEVEL ||= "warn";
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
