/** Which files a release needs: the build, the scripts that run it, and the parts of packages that they load. */
import { existsSync, lstatSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { forNode } from "../bundle.mjs";

/**
 * Files of packages that the trace follows and no running panel loads: Next's development server, compilers and
 * documentation, and the builds of React for development. esbuild only builds.
 */
const UNUSED = [
  /^node_modules\/(?:\.cache|@esbuild|esbuild|caniuse-lite)\//,
  /^node_modules\/next\/dist\/docs\//,
  /^node_modules\/next\/dist\/compiled\/(?:webpack|babel|babel-packages|next-devtools|crypto-browserify|postcss-preset-env|cssnano-simple)\//,
  /^node_modules\/next\/dist\/compiled\/next-server\/.*(?:\.dev\.js|-experimental)/,
  /^node_modules\/react-dom\/cjs\/.*\.(?:development|profiling)\.js$/,
  /^tsconfig\.json$/,
  /^node_modules\/.*\.(?:d\.ts|map|md)$/,
];
const isUsed = (/** @type {string} */ file) => !UNUSED.some((pattern) => pattern.test(file));

/** Files of the build: the server's bundle, the pages, the compressed static files, and Next's manifests. */
const OF_THE_BUILD = /^(?:core|server|web|base-path)\/|^(?:[\w-]+\.json|BUILD_ID)$/;
/** `route-cache` appears when a panel runs from this build. */
const NOT_OF_THE_BUILD =
  /^base-path\/required-server-files\.js$|\.nft\.json$|\.map$|^export-marker\.json$|^server\/route-cache\//;
/** Files that nothing loads, but people read. */
const FOR_PEOPLE = ["CHANGELOG.md", "LICENSE", "README.md", "docs/operations.md", "docs/configuration.md"];

function loaderOf(/** @type {string} */ root) {
  const require = createRequire(join(root, "package.json"));
  return {
    nodeFileTrace: require("next/dist/compiled/@vercel/nft").nodeFileTrace,
    /** The manifest and the entry point of a package. Empty for an optional package that is not installed. */
    resolve(/** @type {string} */ name) {
      const manifest = join(root, "node_modules", name, "package.json");
      return existsSync(manifest) ? [manifest, require.resolve(name)] : [];
    },
  };
}

/**
 * Returns the paths of a release's files, relative to `root`, in a fixed order.
 * @param {string} root the project, with a build
 */
export async function listFiles(root) {
  const build = readdirSync(join(root, ".next"), { recursive: true, encoding: "utf8" });
  const files = new Set(["bin/instance-admin", "package.json", ...FOR_PEOPLE]);
  for (const name of build)
    if (OF_THE_BUILD.test(name) && !NOT_OF_THE_BUILD.test(name)) files.add(join(".next", name));
  for (const name of build.filter((file) => file.endsWith(".nft.json"))) {
    const { files: traced } = JSON.parse(readFileSync(join(root, ".next", name), "utf8"));
    for (const file of traced) files.add(relative(root, join(root, ".next", dirname(name), file)));
  }
  const { resolve, nodeFileTrace } = loaderOf(root);
  const programs = build.filter((name) => /^core\/[\w-]+\.mjs$/.test(name));
  const { fileList } = await nodeFileTrace(
    [
      ...["cli.mjs", "console-log.mjs", "backup.mjs", "doctor.mjs"].map((name) =>
        join(root, "scripts", name),
      ),
      // The trace does not recognize the bundle's `require`.
      ...forNode.external.flatMap(resolve),
      ...programs.map((name) => join(root, ".next", name)),
    ],
    { base: root, processCwd: root, ignore: (/** @type {string} */ file) => !isUsed(file) },
  );
  for (const file of fileList) files.add(file);
  return [...files].filter((file) => isUsed(file) && !lstatSync(join(root, file)).isDirectory()).toSorted();
}
