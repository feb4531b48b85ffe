import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import nextEnv from "@next/env";
import { layOutCommands } from "./scripts/commands.mjs";
import { hashSources } from "./scripts/sources.mjs";
import { layOutStaticFiles } from "./scripts/static-files.mjs";

// Otherwise Next reports usage to its vendor. Every way of running Next loads this file first.
process.env.NEXT_TELEMETRY_DISABLED = "1";

/** @type {import("next").NextConfig} */
const config = {
  poweredByHeader: false,
  // `npm start` builds if the id differs. Excludes the variables that Next has read from `.env` files, because
  // those files count as sources.
  generateBuildId: () => hashSources(dirname(fileURLToPath(import.meta.url)), nextEnv.initialEnv),
  compiler: {
    runAfterProductionCompile: async ({ distDir, projectDir }) => {
      await layOutCommands(join(distDir, "commands"));
      await layOutStaticFiles({ distDir, publicDir: join(projectDir, "public") });
    },
  },
  // No page uses the image optimizer, which serves anybody and prints the data it receives.
  images: { unoptimized: true },
  // `npm run types` checks types; an operator's build need not repeat it.
  typescript: { ignoreBuildErrors: true },
  experimental: {
    // Load each page at its first request: the panel starts sooner and holds only the pages in use in memory.
    preloadEntriesOnStart: false,
    // Without a connection the router waits and retries. Otherwise it would navigate to the browser's error page.
    useOffline: true,
    // Nothing uses source maps of the server's code, and they took three quarters of the build's disk space.
    serverSourceMaps: false,
    // The cache speeds up the next build, but CI makes only one. It has 220 MB and takes an eighth of the time of
    // a first build.
    turbopackFileSystemCacheForBuild: !process.env.CI,
  },
  // Native modules and network clients are loaded from node_modules at run time. Everything else is bundled,
  // including kysely, whose 280 separate files took a tenth of the CPU time of a start.
  serverExternalPackages: [
    "@photostructure/sqlite",
    "@node-rs/argon2",
    "pg",
    "pino",
    "nodemailer",
    "amqplib",
    "ws",
    "openid-client",
  ],
};

export default config;
