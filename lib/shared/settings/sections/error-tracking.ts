import { boolean, number, section, text, url } from "../field";

export const errorTracking = section({
  id: "errorTracking",
  group: "delivery",
  title: "Error tracking",
  description: "Reports of the server's errors and timings to an error-tracking service such as Sentry.",
  cards: [
    {
      title: "Reporting",
      fields: [
        boolean("errorTracking.enabled", {
          label: "Errors are reported",
          help: "The instance sends its errors and a share of its timings to the service below. Reports can hold addresses and parts of requests.",
          default: false,
          synonyms: ["sentry", "analytics", "telemetry", "crash reports"],
        }),
        url("errorTracking.endpoint", {
          label: "Endpoint (DSN)",
          help: "The address of your project at the service. While it is not set, reports go to an address that is built into the instance and is not yours.",
          default: null,
          defaultNote: "Built into the instance",
          placeholder: "https://key@errors.example.org/1",
          synonyms: ["sentry", "dsn", "glitchtip", "url"],
        }),
        text("errorTracking.environment", {
          label: "Environment name",
          help: "Stands on every report, so that several instances or machines can be told apart.",
          default: null,
          defaultNote: "The machine's host name",
          maxLength: 64,
          placeholder: "production",
          synonyms: ["sentry", "hostname", "stage"],
        }),
        number("errorTracking.traceSampleRate", {
          label: "Traced share of requests",
          help: "Which share of requests is measured and reported: 1 means all, 0.1 one in ten, 0 none. Tracing every request costs time and fills the service's quota.",
          default: 1,
          min: 0,
          max: 1,
          fractional: true,
          synonyms: ["sentry", "sampling", "performance", "tracing", "percent"],
        }),
      ],
    },
  ],
});
