import "server-only";
import { AppError } from "@/lib/errors";
import { readMeta, writeMeta } from "@/lib/server/db";
import type { Naming, Operation } from "@/lib/shared/contract/config-snapshot";
import { editions } from "@/lib/shared/settings/editions";
import { isSpelledAlike, namings, spell } from "./naming";
import { type OpenFile, readFile } from "./open-file";
import type { Version } from "./version";

/*
 * How the server of a file spells its keys, if the file does not show it: as an operator chose, as the server program
 * that the connected instance reports, or as an earlier version of the file.
 */

/** How many earlier versions are searched for one that shows its naming. */
const mostVersions = 20;

const keyOf = async ({ identity }: OpenFile): Promise<string> => `naming:${await identity.id()}`;

/** Without one, searches earlier versions of a file that does not show its naming. */
export async function loadNaming(config: OpenFile): Promise<void> {
  const { records, versions } = config;
  const stored = await readMeta(config.db, await keyOf(config));
  const known = namings.find((naming) => naming === stored);
  if (known !== undefined) versions.namingHint = known;
  const { version } = await readFile(config);
  if (!version?.isNamingOpen) return;
  for (const row of await records.find({ limit: mostVersions })) {
    const earlier = await records.version(row);
    if (!earlier?.reading.isShown) continue;
    versions.namingHint = earlier.naming;
    return;
  }
}

export async function chooseNaming(config: OpenFile, naming: Naming): Promise<void> {
  await writeMeta(config.db, await keyOf(config), naming);
  config.versions.namingHint = naming;
}

/**
 * Chooses the naming of the server program that the instance reports, if nothing else determines it.
 * @returns whether the naming changed
 */
export async function recognizeServer(config: OpenFile, implementation: string): Promise<boolean> {
  const edition = editions().find((one) => one.implementation === implementation);
  const { version } = await readFile(config);
  if (!edition || !version?.isNamingOpen) return false;
  await chooseNaming(config, edition.naming);
  return true;
}

/**
 * Refuses to write a key or a value that servers spell differently, if nothing shows which server reads the file.
 * @throws AppError `naming-open`
 */
export function refuseOpenNaming(version: Version | null, operations: readonly Operation[]): void {
  if (!version?.isNamingOpen) return;
  const ambiguous = operations.find((one) => one.op === "set" && !isSpelledAlike(one));
  if (!ambiguous) return;
  const spelled = namings.map((naming) => `“${spell(ambiguous.path, naming).join(".")}”`);
  const openSpelling = new Set(spelled).size === 1 ? `the value of ${spelled[0]}` : spelled.join(" or ");
  throw new AppError(
    "naming-open",
    `The file does not show which server reads it, and servers spell this setting differently: ${openSpelling}. Choose the server, or set CONFIG_NAMING.`,
  );
}
