/** @type {import("next").NextConfig} */
const config = {
  poweredByHeader: false,
  // Native modules are loaded from node_modules at run time, not bundled.
  serverExternalPackages: ["better-sqlite3", "@node-rs/argon2", "pg", "pino"],
  async rewrites() {
    // `/api/…` without a version means `api.defaultVersion` (spec/decisions.md, "All endpoints").
    return ["applications", "oauth2"].map((resource) => ({
      source: `/api/${resource}/:path*`,
      destination: `/api/default/${resource}/:path*`,
    }));
  },
};

export default config;
