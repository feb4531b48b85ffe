/**
 * The commands of a release (`bin/instance-admin`). Paths in the environment and in arguments are relative to the
 * caller's folder, so a release can be in a folder that the panel may not write.
 */
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { get } from "node:http";
import module from "node:module";
import { dirname, join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** @type {Record<string, { help: string, run: () => Promise<unknown> }>} */
const commands = {
  serve: { help: "serves the panel; with --demo, connected to a simulated instance", run: serve },
  config: { help: "reads, changes and compares the configuration file", run: () => program("config") },
  doctor: {
    help: "checks what the panel needs: folders, database, addresses, proxy",
    run: () => program("doctor"),
  },
  operator: { help: "resets an operator's password or second factor", run: () => program("operator") },
  provision: { help: "creates the bots described in a file", run: () => program("provision") },
  backup: { help: "copies the panel's data to a new folder", run: () => program("backup") },
  restore: { help: "restores a backup", run: () => program("restore") },
  audit: { help: "audit verify: checks that the audit log is complete and unchanged", run: audit },
  health: { help: "exits with 0 if the running panel is healthy, and with 1 if not", run: health },
  version: { help: "prints the version", run: async () => console.log(version()) },
};

/** The help of every command. */
const usage = () =>
  `Usage: instance-admin COMMAND\n\n${Object.entries(commands)
    .map(([name, { help }]) => `  ${name.padEnd(12)}${help}`)
    .join("\n")}`;

const version = () => JSON.parse(readFileSync(join(root, "package.json"), "utf8")).version;

function fail(/** @type {string} */ sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

/** Runs a program of the bundle with the remaining arguments. */
const program = (/** @type {string} */ name) =>
  import(pathToFileURL(join(root, ".next/core", `${name}.mjs`)).href);

async function audit() {
  if (process.argv[2] !== "verify") fail("Usage: instance-admin audit verify");
  process.argv.splice(2, 1);
  await program("audit-verify");
}

async function health() {
  const { HOST = "", PORT: port = "3000" } = process.env;
  const host = ["", "0.0.0.0", "::"].includes(HOST) ? "localhost" : HOST;
  const place = port.startsWith("/") ? { socketPath: port, host: "localhost" } : { host, port };
  try {
    const sent = get({ ...place, path: "/api/health", timeout: 4_000 }).once("timeout", () => sent.destroy());
    const [response] = await once(sent, "response");
    console.log(await text(response));
    process.exitCode = response.statusCode === 200 ? 0 : 1;
  } catch {
    const address = port.startsWith("/") ? port : `${host}:${port}`;
    fail(`The panel does not answer at ${address}. Check that it runs, and HOST and PORT.`);
  }
}

async function serve() {
  // Makes the next start reuse compiled code (Node 22 and later).
  const data = process.env.DATA_DIR ?? "";
  if (existsSync(data)) module.enableCompileCache?.(join(data, "cache"));
  const { launch } = await import("./launch.mjs");
  const repair = "Unpack the release for this system again.";
  await launch({ root, command: "instance-admin serve", repair });
}

/** Reads `.env` in the caller's folder, and makes the paths in the environment absolute. */
function prepareEnvironment() {
  if (existsSync(".env")) process.loadEnvFile(".env");
  process.env.DATA_DIR = resolve(process.env.DATA_DIR || "data");
  for (const [name, path] of Object.entries(process.env))
    if (path && /^(?:CONFIG_PATH|CONFIG_EDITION|CONFIG_RULES|GIT_MIRROR|BACKUP_DIR)$|_FILE$/.test(name))
      process.env[name] = resolve(path);
}

const [, , name = ""] = process.argv;
const command = commands[name === "--version" ? "version" : name];
if (command) {
  process.argv.splice(2, 1);
  prepareEnvironment();
  await command.run();
} else {
  const isHelp = ["", "help", "--help"].includes(name);
  (isHelp ? process.stdout : process.stderr).write(
    `${isHelp ? "" : `There is no command "${name}".\n\n`}${usage()}\n`,
  );
  process.exitCode = isHelp ? 0 : 1;
}
