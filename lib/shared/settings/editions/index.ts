import type { Naming } from "@/lib/shared/contract/config-snapshot";
import type { Field } from "../field";
import type { RegisteredSection } from "../registry";
import type { Edition } from "./edition";
import type { EditionFile } from "./edition-file-schema";
import { editionWith } from "./edition-with";
import { publicServer } from "./public-server";
import { specification } from "./specification";

export type { Edition } from "./edition";

type ByNaming = Readonly<Record<Naming, Edition>>;

const builtIn: ByNaming = { neutral: specification, branded: publicServer };

export const namings = Object.keys(builtIn) as readonly Naming[];

const LOADED = Symbol.for("instance-admin.edition");

/**
 * The file at CONFIG_EDITION, which the process reads once at startup, or which a page receives. Pages and the core are
 * separate bundles, so the file is in the global object.
 */
const holder = globalThis as { [LOADED]?: EditionFile | null };

export const loadedEdition = (): EditionFile | null => holder[LOADED] ?? null;

/** Call this before anything uses an edition. */
export function loadEdition(file: EditionFile | null): void {
  holder[LOADED] = file;
}

/** The edition that an edition file adds to. A file that lists all settings has the specification's other properties. */
export const baseOf = (file: EditionFile): Edition =>
  file.extends === "public-server" ? publicServer : specification;

function withLoaded(file: EditionFile | null): ByNaming {
  if (file === null) return builtIn;
  const base = baseOf(file);
  const edition = editionWith(base, file);
  return file.extends === undefined
    ? { neutral: edition, branded: edition }
    : { ...builtIn, [base.naming]: edition };
}

let used: { file: EditionFile | null; byNaming: ByNaming; all: readonly Edition[] } | undefined;

function inUse() {
  const file = loadedEdition();
  if (used?.file !== file) {
    const byNaming = withLoaded(file);
    used = { file, byNaming, all: [...new Set(Object.values(byNaming))] };
  }
  return used;
}

export const editions = (): readonly Edition[] => inUse().all;

export function perEditions<T>(compute: (all: readonly Edition[]) => T): () => T {
  let computed: { all: readonly Edition[]; value: T } | undefined;
  return () => {
    const all = editions();
    if (computed?.all !== all) computed = { all, value: compute(all) };
    return computed.value;
  };
}

export const editionOf = (naming: Naming): Edition => inUse().byNaming[naming];

const editionHaving = (path: string): Edition =>
  editions().find(({ registry }) => registry.fieldAt(path) !== undefined) ?? editionOf("neutral");

/**
 * Returns the setting at a path, from the first edition that has it. Use only properties that are the same in
 * all editions: label, kind and secrecy.
 */
export const settingOfAny = (path: string): Field | undefined => editionHaving(path).registry.fieldAt(path);

export const sectionOfAny = (path: string): RegisteredSection | undefined =>
  editionHaving(path).registry.sectionOf(path);

/** Returns the title of a section, from the first edition that has it. */
export const sectionTitle = (id: string): string =>
  editions()
    .find(({ registry }) => registry.sectionById(id))
    ?.registry.sectionById(id)?.title ?? id;
