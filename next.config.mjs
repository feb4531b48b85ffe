import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import nextEnv from "@next/env";
import { layOutCommands } from "./scripts/commands.mjs";
import { hashSources } from "./scripts/sources.mjs";
import { layOutStaticFiles } from "./scripts/static-files.mjs";

// Next reports usage to its makers otherwise. Every way of running it loads this file first.
process.env.NEXT_TELEMETRY_DISABLED = "1";

/** @type {import("next").NextConfig} */
const config = {
  poweredByHeader: false,
  // `npm start` builds when the id differs. Without what Next has read from `.env` files: those are sources.
  generateBuildId: () => hashSources(dirname(fileURLToPath(import.meta.url)), nextEnv.initialEnv),
  compiler: {
    runAfterProductionCompile: async ({ distDir, projectDir }) => {
      await layOutCommands(join(distDir, "commands"));
      await layOutStaticFiles({ distDir, publicDir: join(projectDir, "public") });
    },
  },
  // No page uses the image optimizer, which works for anybody and prints what it was sent.
  images: { unoptimized: true },
  // `npm run types` checks types; an operator's build need not repeat it.
  typescript: { ignoreBuildErrors: true },
  experimental: {
    // Load each page at its first request: the panel starts sooner and holds only the pages in use in memory.
    preloadEntriesOnStart: false,
    // Without a connection the router waits and tries again, where it would leave for the browser's error page.
    useOffline: true,
    // Nothing reads source maps of the server's code: they were three quarters of the build on disk.
    serverSourceMaps: false,
    // The cache is for the next build, which CI does not make: 220 MB, and an eighth of the time of a first build.
    turbopackFileSystemCacheForBuild: !process.env.CI,
  },
  // Native modules and network clients are loaded from node_modules at run time, not bundled. All else is bundled, kysely
  // too: as 280 files of its own it took a tenth of the CPU time of a start.
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
