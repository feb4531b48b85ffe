import { defineRule, listed, type Rule } from "../../../rules/rule";
import { mergedLists } from "../merged-lists";
import { registry } from "../registry";

const paths = ["api.activeVersions", "regions.available"] as const;

export const listRules: readonly Rule[] = [
  defineRule({
    id: "list-filled-up",
    severity: "warning",
    reads: paths,
    check: ({ get, isSet }) =>
      paths.flatMap((path) => {
        const length = get(path).length;
        if (!isSet(path) || length >= mergedLists[path].length) return [];
        const added = mergedLists[path].slice(length);
        const shown = added.map((item) => (typeof item === "string" ? item : "its built-in region"));
        return [
          {
            paths: [path] as const,
            message: `“${registry.fieldAt(path)?.label}” is shorter than the instance's own default list. At its next start the instance fills it up again with ${listed(shown)}; there is no way to keep it shorter in the file.`,
          },
        ];
      }),
  }),
];
