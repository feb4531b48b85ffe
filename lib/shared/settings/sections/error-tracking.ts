import { boolean, number, section, text, url } from "../field";

export const errorTracking = section({
  id: "errorTracking",
  group: "delivery",
  title: "Error tracking",
  description: "Where the instance reports errors and timings, such as Sentry.",
  cards: [
    {
      title: "Reporting",
      fields: [
        boolean("errorTracking.enabled", {
          label: "Report errors",
          help: "Sends errors and a sample of timings to the service below. Reports can contain IP addresses and parts of requests.",
          default: false,
        }),
        url("errorTracking.endpoint", {
          label: "Error tracking address (DSN)",
          help: "The address of your project at the service. If not set, reports go to a built-in address that you do not control.",
          default: null,
          defaultNote: "Built in",
          placeholder: "https://key@errors.example.org/1",
        }),
        text("errorTracking.environment", {
          label: "Environment name",
          help: "Included in every report to distinguish instances or machines.",
          default: null,
          defaultNote: "Host name of the machine",
          maxLength: 64,
          placeholder: "production",
        }),
        number("errorTracking.traceSampleRate", {
          label: "Share of traced requests",
          help: "The share of requests to trace: 1 is all, 0.1 is one in ten, 0 is none. Tracing slows requests and uses the service's quota.",
          default: 1,
          min: 0,
          max: 1,
          fractional: true,
        }),
      ],
    },
  ],
});
