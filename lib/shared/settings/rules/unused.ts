import { isModified } from "../is-modified";
import type { Registry } from "../registry";
import type { SettingPath } from "../types";
import { defineRule, type Rule, unset } from "./rule";

/** Returns the rule that reports values of unused settings, because such values have no effect. */
export function unusedInUse({ fields }: Registry): Rule {
  const unused = fields.filter((field) => field.unused);
  return defineRule({
    id: "unused-in-use",
    severity: "warning",
    reads: unused.map(({ path }) => path as SettingPath),
    check: ({ get, isSet }) =>
      unused.flatMap((field) => {
        const path = field.path as SettingPath;
        // Instances write all defaults into the file, so only a different value shows that somebody set it.
        if (!isSet(path) || !isModified(field, get(path))) return [];
        return [
          {
            paths: [path],
            message: `“${field.label}” is modified, but unused, so it has no effect. ${field.instead ?? "Remove it to keep the file tidy."}`,
            fix: { label: "Remove it", operations: [unset(path)] },
          },
        ];
      }),
  });
}
