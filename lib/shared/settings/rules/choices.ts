import { type Reader, type Rule, defineRule, set } from "./rule";

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
          message: `The default API version is ${chosen}, which is not among the active versions (${active.join(", ")}). Requests without a version are refused. Choose an active version.`,
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
];

function missingRegion({ get, isSet }: Reader<"regions.default" | "regions.available">) {
  const [chosen, available] = [get("regions.default"), get("regions.available")];
  const first = available.find((region) => !region.deprecated) ?? available[0];
  if (first === undefined || available.some(({ id }) => id === chosen)) return [];
  const what = isSet("regions.default")
    ? `The default region is ${chosen}, which is not among the available regions.`
    : "The default region is not set, and the built-in default may not be among the available regions.";
  return [
    {
      paths: ["regions.default", "regions.available"] as const,
      message: `${what} Calls fail unless people choose a region. Choose an available default.`,
      fix: { label: `Use ${first.id} as the default`, operations: [set("regions.default", first.id)] },
    },
  ];
}
