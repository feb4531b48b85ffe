import { duration, section } from "../field";

export const metrics = section({
  id: "metrics",
  group: "delivery",
  title: "Metrics",
  description: "How the instance collects figures about itself.",
  cards: [
    {
      title: "Collection",
      fields: [
        duration("metrics.timeout", {
          label: "Timeout",
          help: "How long collecting metrics may take. The instance does not read it today, so a change has no effect.",
          default: 30000,
          fileUnit: "ms",
          min: 1,
          max: 3_600_000,
          unused: true,
          synonyms: ["prometheus", "monitoring", "statistics"],
        }),
      ],
    },
  ],
});
