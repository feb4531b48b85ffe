import type { ConfigDocument } from "./document";
import type { Field } from "./field";
import { isModifiedIn } from "./modified";
import { fields } from "./registry";

/** What a list of settings can be narrowed to. */
export const settingFilters = [
  { id: "modified", label: "Differs from the default" },
  { id: "problem", label: "Has a problem" },
  { id: "secret", label: "Secret" },
  { id: "deprecated", label: "Deprecated" },
  { id: "unused", label: "Not read by the instance" },
] as const;

export type SettingFilter = (typeof settingFilters)[number]["id"];

const tests: Record<SettingFilter, (field: Field, document: ConfigDocument) => boolean> = {
  modified: (field, document) => isModifiedIn(document, field),
  problem: (field, document) => document.problems.some(({ path }) => path === field.path),
  secret: (field) => field.kind === "secret",
  deprecated: (field) => field.deprecated !== undefined,
  unused: (field) => field.unused === true,
};

/** The settings that all filters leave over, in the order of the navigation; every setting when there is no filter. */
export function filterSettings(
  document: ConfigDocument,
  filters: readonly SettingFilter[],
): readonly Field[] {
  return fields.filter((field) => filters.every((filter) => tests[filter](field, document)));
}
