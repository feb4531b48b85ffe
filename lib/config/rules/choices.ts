import { isModified } from "../modified";
import { fieldAt, fields } from "../registry";
import type { SettingPath } from "../types";
import { type Reader, type Rule, listed, named, set, unset } from "./rule";

/**
 * Lists that the open-source server fills up from its own default list by index when it starts (spec/key-names.md), with
 * that default where it is known. What it has for regions is its own built-in region.
 */
const filledUp = [
  ["api.activeVersions", ["6", "7", "8", "9"]],
  ["regions.available", ["its built-in region"]],
] as const;

export const choiceRules: readonly Rule[] = [
  {
    id: "default-version-inactive",
    severity: "error",
    check: ({ get }) => {
      const [chosen, active] = [get("api.defaultVersion"), get("api.activeVersions")];
      const newest = [...active].sort((left, right) => Number(right) - Number(left))[0];
      if (newest === undefined || active.includes(chosen)) return [];
      return [
        {
          paths: ["api.defaultVersion", "api.activeVersions"],
          message: `The default API version is ${chosen}, which is not among the active versions (${active.join(", ")}). Requests that name no version are refused. Choose an active one.`,
          fix: { label: `Use ${newest} as the default`, operations: [set("api.defaultVersion", newest)] },
        },
      ];
    },
  },
  {
    id: "default-region-unavailable",
    severity: "error",
    check: (facts) => (facts.isSet("regions.default") ? missingRegion(facts) : []),
  },
  {
    id: "default-region-unset",
    severity: "warning",
    check: (facts) => (facts.isSet("regions.default") ? [] : missingRegion(facts)),
  },
  {
    id: "list-filled-up",
    severity: "warning",
    check: ({ get, isSet, naming }) =>
      filledUp.flatMap(([path, defaults]) => {
        const length = get(path).length;
        if (naming !== "branded" || !isSet(path) || length >= defaults.length) return [];
        const added = defaults.slice(length);
        return [
          {
            paths: [path] as const,
            message: `${named(path)} is shorter than the instance's own default list. At its next start the instance fills it up again with ${listed(added)}; there is no way to keep it shorter in the file.`,
          },
        ];
      }),
  },
  {
    id: "unused-in-use",
    severity: "warning",
    check: (facts) =>
      fields
        .filter((field) => field.unused && differs(facts, field.path as SettingPath))
        .map((field) => ({
          paths: [field.path as SettingPath],
          message: `${named(field.path as SettingPath)} is set, but the instance does not read it, so it has no effect. Remove it to keep the file clear.`,
          fix: { label: "Remove it", operations: [unset(field.path as SettingPath)] },
        })),
  },
];

/** Files that an instance wrote spell out every default; only another value was somebody's choice. */
function differs({ get, isSet }: Reader, path: SettingPath): boolean {
  const field = fieldAt(path);
  return field !== undefined && isSet(path) && isModified(field, get(path));
}

function missingRegion({ get, isSet }: Reader) {
  const [chosen, available] = [get("regions.default"), get("regions.available")];
  const first = available.find((region) => !region.deprecated) ?? available[0];
  if (first === undefined || available.some(({ id }) => id === chosen)) return [];
  const what = isSet("regions.default")
    ? `The default region is ${chosen}, which is not among the available regions.`
    : "There are regions of your own, but no default region is set, and the built-in one may not be among them.";
  return [
    {
      paths: ["regions.default", "regions.available"] as const,
      message: `${what} Calls without a chosen region fail. Choose one of the list.`,
      fix: { label: `Use ${first.id} as the default`, operations: [set("regions.default", first.id)] },
    },
  ];
}
