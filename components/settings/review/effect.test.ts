import { expect, it } from "vitest";
import { specified } from "@/lib/shared/settings/registry";
import { effectOf } from "./effect";

it("says when a save takes effect, and of what is never read, that it does not", () => {
  const unused = specified.fields.filter((field) => field.unused).map(({ path }) => path);
  const [first = ""] = unused;
  expect(effectOf(specified)).toBe("Takes effect when your instance restarts.");
  expect(effectOf(specified, ["general.instanceName", first])).toBe(
    "Takes effect when your instance restarts.",
  );
  expect(effectOf(specified, [first])).toBe("Your instance never reads this setting.");
  expect(effectOf(specified, unused)).toBe("Your instance never reads these settings.");
});
