// @vitest-environment happy-dom
import { cleanup, render, screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, expect, it } from "vitest";
import type { FileState } from "@/lib/shared/contract/config-snapshot";
import type { RevisionDetail } from "@/lib/shared/contract/history";
import { sampleDocument } from "@/testing/sample-document";
import { WithConfig } from "@/testing/with-config";
import { RestoreCard } from "./restore";

afterEach(cleanup);

const revision: RevisionDetail = {
  id: 3,
  newest: 4,
  older: 2,
  newer: 4,
  etag: "3",
  author: "ada",
  authorKind: "operator",
  note: null,
  at: "2026-11-27T10:00:00Z",
  changes: [],
  text: "{}",
  restores: [{ path: "security.jwtSecret", known: true, secret: "cleared", before: null, after: null }],
  contradictions: [],
};

it.each<[FileState, string, string]>([
  ["usable", "The file and this version have 1 different value.", "The file returns to version 3"],
  [
    "broken",
    "The last readable version of the file and this version have 1 different value.",
    "The current file is not valid. Version 3 replaces it, byte for byte. Compared with the last readable version",
  ],
])("restoring a version of a %s file states what stops working", async (state, difference, words) => {
  const file = sampleDocument({}, []);
  render(
    <WithConfig file={{ ...file, file: { ...file.file, state } }}>
      <RestoreCard revision={revision} />
    </WithConfig>,
  );
  expect(screen.getByText(difference)).toBeDefined();
  await userEvent.click(screen.getByRole("button", { name: "Restore version 3" }));
  const dialog = within(screen.getByRole("alertdialog"));
  expect(dialog.getByText(new RegExp(words))).toBeDefined();
  expect(dialog.getByText("Secret cleared")).toBeDefined();
  expect(dialog.getByText("Signs everybody out, and every bot needs a new token.")).toBeDefined();
});
