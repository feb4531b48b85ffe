import { join } from "node:path";
import { compressStatic } from "./scripts/compress-static.mjs";

/** @type {import("next").NextConfig} */
const config = {
  poweredByHeader: false,
  compiler: {
    runAfterProductionCompile: ({ distDir }) => compressStatic(join(distDir, "static")),
  },
  // `npm run types` checks types; an operator's build need not do it again.
  typescript: { ignoreBuildErrors: true },
  // Native modules and network clients are loaded from node_modules at run time, not bundled.
  serverExternalPackages: [
    "better-sqlite3",
    "@node-rs/argon2",
    "kysely",
    "pg",
    "pino",
    "nodemailer",
    "amqplib",
    "ws",
  ],
  async rewrites() {
    // `/api/…` without a version means `api.defaultVersion` (spec/decisions.md, "All endpoints").
    return ["applications", "oauth2"].map((resource) => ({
      source: `/api/${resource}/:path*`,
      destination: `/api/default/${resource}/:path*`,
    }));
  },
};

export default config;
