import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import nextEnv from "@next/env";
import { PLACEHOLDER } from "./scripts/base-path.mjs";
import { bundleCore } from "./scripts/bundle.mjs";
import { hashSources } from "./scripts/sources.mjs";
import { layOutStaticFiles } from "./scripts/static-files.mjs";

// Next reports usage to its vendor unless this is set. Next always loads this file first.
process.env.NEXT_TELEMETRY_DISABLED = "1";

// In development, the path is known. A build has a placeholder (`scripts/base-path.mjs`).
const basePath = process.argv.includes("build") ? PLACEHOLDER : (process.env.BASE_PATH ?? "");

/** @type {import("next").NextConfig} */
const config = {
  basePath,
  // The second is where next-auth's client finds the path of its requests. The host has no meaning.
  env: { PANEL_BASE_PATH: basePath, NEXTAUTH_URL: `http://panel.invalid${basePath}/api/auth` },
  poweredByHeader: false,
  // The build id is a hash of the sources, the variables that Next reads, and the major version of Node. `npm start`
  // builds again if the hash has changed since the last build. Variables from `.env` files are left out, because the
  // sources include these files.
  generateBuildId: () => hashSources(dirname(fileURLToPath(import.meta.url)), nextEnv.initialEnv),
  compiler: {
    runAfterProductionCompile: async ({ distDir, projectDir }) => {
      await bundleCore(join(distDir, "core"));
      await layOutStaticFiles({ distDir, publicDir: join(projectDir, "public") });
    },
  },
  // Turns off the image optimizer. No page uses it, it requires no session, and it logs the data that it receives.
  images: { unoptimized: true },
  // `npm run types` checks the types, so a build on an operator's machine need not check them again.
  typescript: { ignoreBuildErrors: true },
  experimental: {
    // Loads each page at its first request. The panel starts sooner, and only requested pages use memory.
    preloadEntriesOnStart: false,
    // If the connection is lost, the router waits and retries. Without this option, the browser would show its error
    // page.
    useOffline: true,
    // Nothing uses source maps of server code, and they took three quarters of the build's disk space.
    serverSourceMaps: false,
    // The cache speeds up the next build, but CI builds only once. The cache takes 220 MB, and writing it takes an
    // eighth of the time of a first build.
    turbopackFileSystemCacheForBuild: !process.env.CI,
  },
  // next-auth loads it, and its files need Node's own module system.
  serverExternalPackages: ["openid-client"],
};

export default config;
