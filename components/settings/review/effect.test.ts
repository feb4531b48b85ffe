import { expect, it } from "vitest";
import { fields } from "@/lib/shared/settings/registry";
import { effectOf } from "./effect";

it("says when a save takes effect, and of what is never read, that it does not", () => {
  const unused = fields.filter((field) => field.unused).map(({ path }) => path);
  const [first = ""] = unused;
  expect(effectOf()).toBe("Takes effect when your instance restarts.");
  expect(effectOf(["general.instanceName", first])).toBe("Takes effect when your instance restarts.");
  expect(effectOf([first])).toBe("Your instance never reads this setting.");
  expect(effectOf(unused)).toBe("Your instance never reads these settings.");
});
