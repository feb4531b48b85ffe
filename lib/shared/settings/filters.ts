import type { ConfigSnapshot } from "@/lib/shared/contract/config-snapshot";
import type { Field } from "./field";
import { isModifiedIn } from "./modified";
import { editionOf } from "./editions";

export const settingFilters = [
  { id: "modified", label: "Modified" },
  { id: "problem", label: "Has a problem" },
  { id: "secret", label: "Secret" },
  { id: "deprecated", label: "Deprecated" },
  { id: "unused", label: "Unused" },
] as const;

export type SettingFilter = (typeof settingFilters)[number]["id"];

const tests: Record<SettingFilter, (field: Field, document: ConfigSnapshot) => boolean> = {
  modified: (field, document) => isModifiedIn(document, field),
  problem: (field, document) => document.problems.some(({ path }) => path === field.path),
  secret: (field) => field.kind === "secret",
  deprecated: (field) => field.deprecated !== undefined,
  unused: (field) => field.unused === true,
};

/** The settings that match all filters, in navigation order. Without filters, all settings. */
export function filterSettings(
  document: ConfigSnapshot,
  filters: readonly SettingFilter[],
): readonly Field[] {
  return editionOf(document.naming).registry.fields.filter((field) =>
    filters.every((filter) => tests[filter](field, document)),
  );
}
