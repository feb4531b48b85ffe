// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { Changes, upgradeWords } from "./upgrade-changes";

afterEach(cleanup);

it("an upgrade is summed up by what changed, and names settings and values", () => {
  const report = {
    came: ["limits.message.maxPolls"],
    went: ["legacy.counting"],
    changed: [
      { path: "limits.user.maxBio", before: 190, after: 500, isDefault: true },
      { path: "limits.user.maxGuilds", before: 7, after: 1_048_576, isDefault: false },
    ],
  };
  expect(upgradeWords(report)).toBe(
    "1 new setting, 1 removed setting, 1 changed default, 1 value changed by the server",
  );
  expect(upgradeWords({ came: [], went: [], changed: [] })).toBe("No settings changed");
  const { container } = render(<Changes report={report} />);
  expect(screen.getByText("190 characters → 500 characters (default)")).toBeDefined();
  expect(container.textContent).toContain("Bio length: ");
  expect(container.textContent).toContain("(by the server)");
});
