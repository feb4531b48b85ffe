// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import { ProblemPanel } from "./problem-panel";
import type { PlacedProblem } from "./text-lint";
import { TextVerdict } from "./review-text-dialog";

afterEach(cleanup);

const problem = (line: number, severity: "error" | "warning" = "error"): PlacedProblem => ({
  from: line * 10,
  line,
  column: 2,
  severity,
  message: `Wrong in ${line}.`,
});

it("the review states that text with errors cannot be saved, and links to the first error", async () => {
  const onGoTo = vi.fn();
  render(<TextVerdict problems={[problem(3, "warning"), problem(5)]} onGoTo={onGoTo} />);
  expect(screen.getByText("This text cannot be saved: 1 error, 1 warning")).toBeDefined();
  await userEvent.click(screen.getByRole("button", { name: "Go to line 5" }));
  expect(onGoTo).toHaveBeenCalledWith(50);
});

it("the review does not prevent saving a text that has only warnings", () => {
  render(<TextVerdict problems={[problem(3, "warning")]} onGoTo={() => undefined} />);
  expect(screen.getByText("Check again: 1 warning")).toBeDefined();
});

it("the review lists five problems and counts the others", () => {
  const many = Array.from({ length: 8 }, (_, index) => problem(index + 1));
  render(<TextVerdict problems={many} onGoTo={() => undefined} />);
  expect(screen.getByText("and 3 more")).toBeDefined();
});

it("the problem panel lists every problem in the text, each with a link", async () => {
  const onGoTo = vi.fn();
  render(<ProblemPanel problems={[problem(3, "warning"), problem(5)]} saved={3} onGoTo={onGoTo} />);
  expect(screen.getByRole("status").textContent).toBe("1 error, 1 warning");
  await userEvent.click(screen.getByRole("button", { name: /Line 5, column 2/ }));
  expect(onGoTo).toHaveBeenCalledWith(50);
});

it("the problem panel mentions problems in the saved file if the edited text has none", () => {
  render(<ProblemPanel problems={[]} saved={3} onGoTo={() => undefined} />);
  expect(screen.getByRole("status").textContent).toBe("No errors in the text");
  expect(screen.getByText(/The saved file has 3 problems/)).toBeDefined();
});
