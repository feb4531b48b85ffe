// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { LongListDiff } from "./list-summary";

afterEach(cleanup);

it.each([
  [{ added: 0, removed: 1, moved: 2 }, "removed −1 · 2 moved"],
  [{ added: 1_000, removed: 0, moved: 2 }, "Added +1,000 · 2 moved"],
  [{ added: 0, removed: 0, moved: 1 }, "1 moved"],
])("a separator stands before the moved entries of %j", (counts, words) => {
  render(<LongListDiff summary={{ added: [], removed: [], counts }} from={200} to={200} />);
  const text = document.querySelector("[data-slot=list-counts]")?.textContent;
  expect(text?.replace(/\s+/g, " ").trim()).toBe(words);
  expect(screen.getByText("200 → 200 entries")).toBeDefined();
});
