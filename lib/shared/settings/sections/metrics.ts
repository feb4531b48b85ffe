import { duration, section } from "../field";

export const metrics = section({
  id: "metrics",
  group: "delivery",
  title: "Metrics",
  description: "How the instance measures itself.",
  cards: [
    {
      title: "Collection",
      fields: [
        duration("metrics.timeout", {
          label: "Metrics timeout",
          help: "Meant to limit how long collecting metrics may take. Unused, so a change has no effect.",
          default: 30000,
          fileUnit: "ms",
          min: 1,
          max: 3_600_000,
          unused: true,
        }),
      ],
    },
  ],
});
