import type { Naming } from "@/lib/shared/contract/config-snapshot";
import type { Field } from "../field";
import type { RegisteredSection, Registry } from "../registry";
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

/**
 * The setting at a path in the first edition that has it. Use only properties that are the same in all editions: label,
 * kind and secrecy.
 */
export function settingOfAny(path: string): Field | undefined {
  return ofAny((registry) => registry.fieldAt(path));
}

/** The section that shows a path, in the first edition that has it. */
export function sectionOfAny(path: string): RegisteredSection | undefined {
  return (
    ofAny((registry) => (registry.fieldAt(path) ? registry.sectionOf(path) : undefined)) ??
    specification.registry.sectionOf(path)
  );
}

function ofAny<T>(ask: (registry: Registry) => T | undefined): T | undefined {
  for (const { registry } of editions) {
    const answer = ask(registry);
    if (answer !== undefined) return answer;
  }
  return undefined;
}
