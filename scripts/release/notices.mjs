/** What a release says about the packages in it: their licenses, and a list in the format of CycloneDX. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Compilers and bundlers, of which a release contains only the output. */
const BUILD_ONLY = /^(?:@esbuild\/|esbuild$|@next\/swc-|lightningcss|@tailwindcss\/|@parcel\/watcher)/;

/** Native packages have their system's name at the end. */
const NATIVE = /-(?:linux|linuxmusl|darwin|win32|freebsd|openbsd|android|wasm32|webcontainers)(?:-|$)/;

/**
 * @typedef {{ version: string, license?: string, integrity?: string, dev?: boolean, devOptional?: boolean }} Locked
 * @typedef {{ path: string, name: string } & Locked} Package
 */

/**
 * Returns the packages of a release, from the lock file, each version once.
 * @returns {Package[]}
 */
function listPackages(root, platform) {
  /** @type {{ packages: Record<string, Locked> }} */
  const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  const isIncluded = (/** @type {string} */ name) =>
    !BUILD_ONLY.test(name) && (!NATIVE.test(name) || name.replace(/-gnu$/, "").endsWith(`-${platform}`));
  const all = Object.entries(packages)
    .map(([path, locked]) => ({ ...locked, path, parents: path.split(/\/?node_modules\//).slice(1) }))
    .filter(({ parents, dev, devOptional }) => parents.length > 0 && !dev && !devOptional)
    // Packages within a package that is not included are not included either.
    .filter(({ parents }) => parents.every(isIncluded))
    .map(({ parents, ...locked }) => ({ ...locked, name: parents.at(-1) ?? "" }));
  return [...new Map(all.map((one) => [`${one.name} ${one.version}`, one])).values()];
}

function component({ name, version, license, integrity }) {
  const [algorithm = "", checksum = ""] = integrity?.split("-") ?? [];
  const content = Buffer.from(checksum, "base64").toString("hex");
  return {
    type: "library",
    name,
    version,
    purl: `pkg:npm/${name.replace("@", "%40")}@${version}`,
    ...(checksum && { hashes: [{ alg: algorithm.replace("sha", "SHA-"), content }] }),
    ...(license && { licenses: [{ expression: license }] }),
  };
}

/** Returns the license files of an installed package. */
function textsOf(folder) {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder).filter((name) => /^(?:licen[cs]e|notice|copying)(?:[.-]|$)/i.test(name));
  return names.toSorted().map((name) => readFileSync(join(folder, name), "utf8").trim());
}

/**
 * Writes `sbom.cdx.json` and `THIRD-PARTY-LICENSES.txt` into a release.
 * @param {string} root the project
 * @param {string} target the folder of the release
 * @param {number} seconds the time of the commit
 */
export function writeNotices(root, target, platform, seconds) {
  const packages = listPackages(root, platform);
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const bom = {
    bomFormat: "CycloneDX",
    specVersion: "1.5",
    version: 1,
    metadata: {
      timestamp: new Date(seconds * 1_000).toISOString(),
      component: { type: "application", name: "instance-admin", version },
    },
    components: packages.map(component),
  };
  writeFileSync(join(target, "sbom.cdx.json"), `${JSON.stringify(bom, null, 1)}\n`);
  /** @type {Map<string, string[]>} the packages of each text */
  const texts = new Map();
  for (const { name, version: of, path } of packages)
    for (const text of textsOf(join(root, path)))
      texts.set(text, [...(texts.get(text) ?? []), `${name} ${of}`]);
  for (const name of ["LGPL-3.0", "GPL-3.0"])
    texts.set(readFileSync(join(root, "scripts/release", `${name}.txt`), "utf8").trim(), ["libvips"]);
  const list = packages.map(({ name, version: of, license = "see below" }) => `${name} ${of}: ${license}`);
  const rule = "-".repeat(80);
  const parts = [...texts].map(([text, titles]) => `${rule}\n${titles.join("\n")}\n${rule}\n\n${text}\n`);
  writeFileSync(
    join(target, "THIRD-PARTY-LICENSES.txt"),
    `Instance Admin contains these packages.\n\n${list.join("\n")}\n\n${parts.join("\n")}`,
  );
}
