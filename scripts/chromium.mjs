/**
 * Finds a Chromium for the browser tests. Tries `CHROMIUM_PATH`, the machine's Chromium, Playwright's Chromium, and
 * then the package manager of the system.
 */
import { spawnSync } from "node:child_process";
import { accessSync, constants, existsSync } from "node:fs";
import { delimiter, join } from "node:path";

/** A headless-only Chromium, like Playwright's. It runs the journeys 25% faster than other builds. */
const headlessShell = "chromium-headless-shell";
const names = [headlessShell, "chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];

function onPath() {
  for (const name of names) {
    for (const folder of (process.env.PATH ?? "").split(delimiter)) {
      try {
        accessSync(join(folder, name), constants.X_OK);
        return join(folder, name);
      } catch {
        // This folder has no program with this name.
      }
    }
  }
  return undefined;
}

async function playwrightsOwn() {
  const { chromium } = await import("@playwright/test");
  return existsSync(chromium.executablePath()) ? chromium.executablePath() : undefined;
}

function run(command, args) {
  return (
    spawnSync(command, args, { stdio: "inherit", env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } })
      .status === 0
  );
}

/** @returns {Promise<string>} the path of a Chromium that starts; installs Chromium if none is found */
export async function findChromium() {
  const given = process.env.CHROMIUM_PATH;
  if (given) {
    if (!existsSync(given))
      throw new Error(`CHROMIUM_PATH names ${given}, which does not exist. Correct or unset the variable.`);
    return given;
  }
  const present = onPath() ?? (await playwrightsOwn());
  if (present) return present;

  console.log("No Chromium found on this machine. Installing one.");
  const sudo = process.getuid?.() === 0 ? [] : ["sudo", "-n"];
  const apt = (...args) => {
    const [command, ...rest] = [...sudo, "apt-get", ...args];
    return run(command, rest);
  };
  const install = (name) => apt("install", "-y", "-qq", name);
  if (apt("update", "-qq") && (install(headlessShell) || install("chromium"))) {
    const installed = onPath();
    if (installed) return installed;
  }
  if (run("npx", ["playwright", "install", "--with-deps", "chromium"])) {
    const downloaded = await playwrightsOwn();
    if (downloaded) return downloaded;
  }
  throw new Error(
    "No Chromium could be found or installed. Install one and set CHROMIUM_PATH to its executable.",
  );
}
