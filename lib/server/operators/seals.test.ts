import { expect, test } from "vitest";
import { createSeals } from "./seals";

const { seal, unseal } = createSeals("a secret");

test("a sealed text can be read only with its secret and purpose, whole and unchanged", () => {
  const sealed = seal("text", "purpose");
  expect(unseal(sealed, "purpose")).toBe("text");
  expect(unseal(sealed, "another")).toBeNull();
  expect(createSeals("another secret").unseal(sealed, "purpose")).toBeNull();
  const bytes = Buffer.from(seal("", "purpose"), "base64url");
  expect(unseal(bytes.toString("base64url"), "purpose")).toBe("");
  // A shorter tag would be easier to guess.
  for (const length of [0, 12, 16, 24, 27])
    expect(unseal(bytes.subarray(0, length).toString("base64url"), "purpose")).toBeNull();
});
