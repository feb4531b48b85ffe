// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import type { ImportPreview } from "@/lib/shared/contract/config";
import { sampleDocument } from "@/testing/sample-document";
import { WithConfig } from "@/testing/with-config";
import { ImportResult } from "./import-result";

afterEach(cleanup);

const name = "general.instanceName";
const bio = "limits.user.maxBio";
const friends = "limits.user.maxFriends";

const preview: ImportPreview = {
  operations: [
    { op: "set", path: name, value: "Pier" },
    { op: "set", path: bio, value: 7 },
    { op: "unset", path: friends },
  ],
  changes: [
    { path: name, known: true, before: "Harbor", after: "Pier" },
    { path: bio, known: true, before: 1000, after: 7 },
    { path: friends, known: true, before: 6, after: null },
  ],
  problems: [],
  contradictions: [],
  ignored: [],
};

function rendered(rest: Partial<ImportPreview> = {}) {
  const [onApply, onTakeOver] = [vi.fn(), vi.fn()];
  render(
    <WithConfig file={sampleDocument({}, [])}>
      <ImportResult
        preview={{ ...preview, ...rest }}
        disabled={false}
        isSaveRefused={false}
        isBusy={false}
        onApply={onApply}
        onTakeOver={onTakeOver}
      />
    </WithConfig>,
  );
  return { user: userEvent.setup(), onApply, onTakeOver };
}

const paths = (call: unknown) => (call as { path: string }[]).map(({ path }) => path);

it("an import saves only the selected sections and settings", async () => {
  const { user, onApply, onTakeOver } = rendered();
  const sections = screen.getAllByRole("heading", { level: 3 }).map(({ textContent }) => textContent);
  expect(sections).toEqual(["General", "Limits"]);
  await user.click(screen.getByRole("checkbox", { name: "Limits" }));
  await user.click(screen.getByRole("button", { name: "Import 1 change" }));
  expect(paths(onApply.mock.calls[0]?.[0])).toEqual([name]);
  const row = screen.getByText(bio).closest("li")!;
  await user.click(row.querySelector("[role=checkbox]")!);
  expect(screen.getByRole("checkbox", { name: "Limits" }).getAttribute("aria-checked")).toBe("mixed");
  await user.click(screen.getByRole("button", { name: "Add 2 changes to the form" }));
  expect(paths(onTakeOver.mock.calls[0]?.[0])).toEqual([name, bio]);
});

it("an import lists errors with the same message separately", () => {
  const complaint = vi.spyOn(console, "error");
  const problems = [10, 16].map((column) => ({
    severity: "error" as const,
    message: "The key “a” appears twice.",
    line: 1,
    column,
  }));
  rendered({ problems, operations: [], changes: [] });
  const items = screen.getAllByRole("listitem").map(({ textContent }) => textContent);
  expect(items).toEqual([10, 16].map((column) => `Line 1, column ${column}: The key “a” appears twice.`));
  expect(complaint).not.toHaveBeenCalled();
});

it("an import with conflicting settings cannot be saved as a whole", async () => {
  const { user, onTakeOver } = rendered({
    contradictions: [{ severity: "error", message: "The key is missing.", rule: "key" }],
  });
  expect(screen.getByText("The key is missing.")).toBeDefined();
  expect(screen.queryByRole("button", { name: /^Import/ })).toBeNull();
  await user.click(screen.getByRole("checkbox", { name: "General" }));
  expect(screen.getByRole("button", { name: "Import 2 changes" })).toBeDefined();
  await user.click(screen.getByRole("checkbox", { name: "General" }));
  await user.click(screen.getByRole("button", { name: "Add 3 changes to the form" }));
  expect(onTakeOver).toHaveBeenCalledOnce();
});

it("an import explains why nothing can be imported", () => {
  rendered({
    operations: [],
    changes: [],
    problems: [{ severity: "error", message: "The text is cut off here.", line: 3, column: 1 }],
  });
  expect(screen.getByText(/Line 3, column 1: The text is cut off here/)).toBeDefined();
  cleanup();
  rendered({ operations: [], changes: [] });
  expect(screen.getByText(/^Nothing to import/)).toBeDefined();
});

it("an import states what stops working if a key is replaced", () => {
  const path = "security.jwtSecret";
  rendered({
    operations: [{ op: "set", path, value: "•••" }],
    changes: [{ path, known: true, secret: "replaced", before: null, after: null }],
  });
  expect(screen.getByText("Secret replaced")).toBeDefined();
  expect(screen.getByText("Signs everybody out, and every bot needs a new token.")).toBeDefined();
});
