// @vitest-environment happy-dom
import { cleanup, render, screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { sampleDocument } from "@/testing/sample-document";
import { WithConfig } from "@/testing/with-config";
import { WithRouter } from "@/testing/with-router";
import type { FileState } from "@/lib/shared/contract/config-snapshot";
import type { Revision, RevisionFilter, RevisionPage } from "@/lib/shared/contract/history";
import { RevisionList } from "./revision-list";

const router = { replace: vi.fn() };

beforeEach(() => void vi.stubGlobal("fetch", () => new Promise(() => undefined)));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  router.replace.mockClear();
});

const revision = (id: number, rest: Partial<Revision> = {}): Revision => ({
  id,
  etag: String(id),
  author: "ada",
  authorKind: "operator",
  note: null,
  at: `2026-01-0${id}T12:00:00.000Z`,
  changes: [{ path: "general.instanceName", known: true, before: "Harbor", after: `Pier ${id}` }],
  ...rest,
});

const page: RevisionPage = {
  revisions: [
    revision(3, { note: "Third time" }),
    revision(2, {
      at: "2026-01-03T11:00:00.000Z",
      author: "outside the panel",
      authorKind: "outside",
      changes: [],
    }),
    revision(1, { changes: null }),
  ],
  total: 3,
  searched: 3,
  next: null,
  authors: ["ada", "outside the panel"],
};

function rendered(
  rest: Partial<RevisionPage> = {},
  filter: RevisionFilter = {},
  state: FileState = "usable",
) {
  const { file } = sampleDocument({}, []);
  render(
    <WithConfig file={sampleDocument({}, [], { etag: "3", file: { ...file, state } })}>
      <WithRouter pathname="/settings/history" own={router}>
        <RevisionList initial={{ ...page, ...rest }} filter={filter} />
      </WithRouter>
    </WithConfig>,
  );
  return userEvent.setup();
}

it("the history shows each version's changes, author and note", () => {
  rendered();
  const days = screen.getAllByRole("heading", { level: 2 }).map(({ textContent }) => textContent);
  expect(days).toEqual(["Sat, 3 Jan 2026", "Thu, 1 Jan 2026"]);
  const [third, second, first] = screen.getAllByRole("listitem");
  expect(third!.textContent).toMatch(/Harbor.*Pier 3.*ada.*In the file.*Third time.*Version 3/);
  expect(second!.textContent).toMatch(/Only the layout of the text.*Outside the panel/);
  expect(first!.textContent).toContain("The oldest stored version");
  expect(within(third!).getByTitle(/^3 Jan 2026, \d\d:00:00/).tagName).toBe("TIME");
});

it("the history links to a comparison of two selected versions", async () => {
  const user = rendered();
  expect(screen.queryByRole("link", { name: /^Compare/ })).toBeNull();
  for (const id of [1, 3, 2])
    await user.click(screen.getByRole("checkbox", { name: `Compare version ${id}` }));
  const link = screen.getByRole("link", { name: "Compare versions 2 and 3" });
  expect(link.getAttribute("href")).toBe("/settings/history/compare?from=2&to=3");
  await user.click(screen.getByRole("button", { name: "Clear" }));
  expect(screen.queryByRole("link", { name: /^Compare/ })).toBeNull();
});

it("the history applies filters immediately and can search older versions", async () => {
  const user = rendered({ revisions: [], searched: 100, next: 7 }, { author: "ada", section: "limits" });
  await user.selectOptions(screen.getByLabelText("Section"), "Unrecognized keys");
  expect(router.replace).toHaveBeenCalledWith("/settings/history?author=ada&section=unrecognized", {
    scroll: false,
  });
  expect(screen.getByText("None among 100 versions")).toBeDefined();
  expect(screen.getByRole("link", { name: "Search older versions" }).getAttribute("href")).toBe(
    "/settings/history?author=ada&section=limits&before=7",
  );
});

it.each([
  ["usable", "No versions yet", null],
  ["broken", "No version to restore", "Fix the file"],
  ["missing", "No version to restore", "Create a file"],
  ["unreadable", "No version to restore", null],
] as const)("the history of a %s file without versions says what one can do", (state, title, action) => {
  rendered({ revisions: [], total: 0, searched: 0 }, {}, state);
  expect(screen.getByText(title)).toBeDefined();
  const links = screen.queryAllByRole("link").map((link) => [link.textContent, link.getAttribute("href")]);
  expect(links).toEqual(action === null ? [] : [[action, "/settings/raw"]]);
});
