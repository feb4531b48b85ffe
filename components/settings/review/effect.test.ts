import { expect, it } from "vitest";
import type { OfferedWay } from "@/lib/shared/contract/running";
import { editionOf } from "@/lib/shared/settings/editions";
import { effectOf } from "./use-saved-toast";

const [neutral, branded] = [editionOf("neutral"), editionOf("branded")];
const restarts = "Takes effect when your instance restarts.";

it("the message after a save states that unused settings are never read", () => {
  const unused = neutral.registry.fields.filter((field) => field.unused).map(({ path }) => path);
  const [first = ""] = unused;
  expect(effectOf(neutral)).toBe(restarts);
  expect(effectOf(neutral, ["general.instanceName", first])).toBe(restarts);
  expect(effectOf(neutral, [first])).toBe("Your instance never reads this setting.");
  expect(effectOf(neutral, unused)).toBe("Your instance never reads these settings.");
});

it("the message after a save mentions a restart only if one is necessary", () => {
  const way = (isRestart: boolean): OfferedWay => ({
    way: isRestart ? "command" : "broker",
    isRestart,
    leaves: [],
  });
  expect(effectOf(neutral, ["general.instanceName"], { state: "local", ways: [] })).toBe(
    "Takes effect immediately.",
  );
  const reported = (...ways: OfferedWay[]) => ({ state: "told" as const, ways });
  const both = reported(way(false), way(true));
  expect(effectOf(branded, ["general.instanceName"], both)).toBe(
    "Takes effect when your instance reloads its file.",
  );
  expect(effectOf(branded, ["general.instanceName"], reported(way(true)))).toBe(restarts);
  expect(effectOf(branded, ["general.instanceName", "limits.rate.enabled"], both)).toBe(restarts);
  expect(effectOf(branded, [], both)).toBe(restarts);
});
