import type { Naming } from "@/lib/shared/contract/config-snapshot";
import type { Field } from "../field";
import type { RegisteredSection } from "../registry";
import type { Edition } from "./edition";
import { publicServer } from "./public-server";
import { specification } from "./specification";

export type { Edition } from "./edition";

const byNaming: Readonly<Record<Naming, Edition>> = { neutral: specification, branded: publicServer };

/** All editions. docs/architecture.md describes how to add one. */
export const editions: readonly Edition[] = Object.values(byNaming);

export function editionOf(naming: Naming): Edition {
  return byNaming[naming];
}

/** Returns the first edition that has the setting, or else the specification. */
const editionWith = (path: string): Edition =>
  editions.find(({ registry }) => registry.fieldAt(path) !== undefined) ?? specification;

/**
 * Returns the setting at a path, from the first edition that has it. Use only properties that are the same in
 * all editions: label, kind and secrecy.
 */
export const settingOfAny = (path: string): Field | undefined => editionWith(path).registry.fieldAt(path);

/** Returns the section that shows the setting at a path, from the first edition that has it. */
export const sectionOfAny = (path: string): RegisteredSection | undefined =>
  editionWith(path).registry.sectionOf(path);
