import { isModified } from "../modified";
import { fieldAt, fields } from "../registry";
import type { SettingPath } from "../types";
import { type Reader, type Rule, defineRule, listed, named, set, unset } from "./rule";

/**
 * Lists that the open-source server fills up from its own default list by index when it starts (docs/configuration-file.md), with
 * that default where it is known. What it has for regions is its own built-in region.
 */
const filledUp = [
  ["api.activeVersions", ["6", "7", "8", "9"]],
  ["regions.available", ["its built-in region"]],
] as const;

/** Settings that the instance does not read. */
const unused = fields.filter((field) => field.unused).map((field) => field.path as SettingPath);

export const choiceRules: readonly Rule[] = [
  defineRule({
    id: "default-version-inactive",
    severity: "error",
    reads: ["api.defaultVersion", "api.activeVersions"],
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
  }),
  defineRule({
    id: "default-region-unavailable",
    severity: "error",
    reads: ["regions.default", "regions.available"],
    check: (facts) => (facts.isSet("regions.default") ? missingRegion(facts) : []),
  }),
  defineRule({
    id: "default-region-unset",
    severity: "warning",
    reads: ["regions.default", "regions.available"],
    check: (facts) => (facts.isSet("regions.default") ? [] : missingRegion(facts)),
  }),
  defineRule({
    id: "list-filled-up",
    severity: "warning",
    reads: filledUp.map(([path]) => path),
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
  }),
  defineRule({
    id: "unused-in-use",
    severity: "warning",
    reads: unused,
    check: (facts) =>
      unused
        .filter((path) => differs(facts, path))
        .map((path) => ({
          paths: [path],
          message: `${named(path)} is modified, but unused, so it has no effect. Remove it to keep the file tidy.`,
          fix: { label: "Remove it", operations: [unset(path)] },
        })),
  }),
];

/** Files that an instance wrote spell out every default; only another value was somebody's choice. */
function differs({ get, isSet }: Reader, path: SettingPath): boolean {
  const field = fieldAt(path);
  return field !== undefined && isSet(path) && isModified(field, get(path));
}

function missingRegion({ get, isSet }: Reader<"regions.default" | "regions.available">) {
  const [chosen, available] = [get("regions.default"), get("regions.available")];
  const first = available.find((region) => !region.deprecated) ?? available[0];
  if (first === undefined || available.some(({ id }) => id === chosen)) return [];
  const what = isSet("regions.default")
    ? `The default region is ${chosen}, which is not among the available regions.`
    : "The default region is not set, and the built-in one may not be among the available regions.";
  return [
    {
      paths: ["regions.default", "regions.available"] as const,
      message: `${what} Calls without a chosen region fail. Choose an available region.`,
      fix: { label: `Use ${first.id} as the default`, operations: [set("regions.default", first.id)] },
    },
  ];
}
