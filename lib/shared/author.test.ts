import { expect, test } from "vitest";
import {
  authorKinds,
  authorParts,
  authorWords,
  byOperator,
  outsideAuthor,
  thePanel,
  unproven,
} from "./author";
import { usernameSchema } from "./contract/username";

test("a signed-in operator is shown by name; other authors are shown with their kind", () => {
  expect(authorWords(byOperator("mara"))).toBe("mara");
  expect(authorWords({ kind: "token", name: "mara" })).toBe("mara (API token)");
  expect(authorWords(thePanel)).toBe("The panel itself");
  expect(authorWords(outsideAuthor)).toBe("Outside the panel");
  expect(authorWords(unproven("mara"))).toBe("mara (not signed in)");
});

test("an operator's name never makes the operator look like another kind of author", () => {
  const others = authorKinds.filter((kind) => kind !== "operator");
  for (const name of ["system", "The panel itself", "outside  the-panel", "Command line", "somebody"]) {
    expect(usernameSchema.safeParse(name).success).toBe(true);
    const shown = authorWords(byOperator(name));
    expect(shown).toBe(`${name} (operator)`);
    for (const kind of others) expect(authorWords({ kind, name })).not.toBe(shown);
  }
  // Authors of these kinds always have a remark. No operator's name can look like a remark.
  for (const kind of others) expect(authorParts({ kind, name: "mara" }).remark).not.toBeNull();
});
