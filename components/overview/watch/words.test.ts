import { expect, it } from "vitest";
import { samplePart } from "@/testing/sample-watch";
import { day, uptimeWords } from "./words";

const hour = day / 24;

it.each([
  [day, "100% in 24 h"],
  [22 * hour, "100% in 24 h"],
  [21 * hour, "100% of the 21 h measured in 24 h"],
  [hour, "100% of the 1 h measured in 24 h"],
])("the uptime after %d ms of measurements names the time that was measured", (measured, words) => {
  expect(uptimeWords({ at: 0, parts: [samplePart("api", { measured })] }, "UTC")).toEqual([words]);
});

it("the uptime is that of the service with the longest outages", () => {
  const unmeasured = samplePart("cdn", { uptime: { day: null, month: null } });
  const gateway = samplePart("gateway", { uptime: { day: 0.9958, month: 1 } });
  expect(uptimeWords({ at: 0, parts: [samplePart("api"), unmeasured, gateway] }, "UTC")).toEqual([
    "99.58% in 24 h",
  ]);
  expect(uptimeWords({ at: 0, parts: [unmeasured] }, "UTC")).toEqual([]);
});
