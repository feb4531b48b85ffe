// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import type { RevisionUndo, UndoLine } from "@/lib/shared/contract/history";
import { VIEWER_REASON } from "@/lib/shared/role";
import { sampleDocument } from "@/testing/sample-document";
import { WithConfig } from "@/testing/with-config";
import { UndoDialog } from "./undo-dialog";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const line = (path: string, rest: Partial<UndoLine> = {}): UndoLine => ({
  path,
  known: true,
  before: 1,
  after: 2,
  now: 2,
  state: "same",
  ...rest,
});

const previewOf = (...lines: UndoLine[]): RevisionUndo => ({
  id: 7,
  etag: "7",
  author: "ada",
  authorKind: "operator",
  note: null,
  at: "2026-10-19T12:00:00.000Z",
  base: "now",
  lines,
});

/** Renders the dialog. `answers` are the panel's responses to saves, in order. */
function shown(preview: RevisionUndo, answers: [status: number, body: unknown][] = [], readOnly?: string) {
  const sent: { method: string; body: unknown }[] = [];
  vi.stubGlobal("fetch", async (path: string, init?: RequestInit) => {
    // Other requests fetch the file, or come from an earlier test file and probe the connection.
    if (!path.includes("/undo")) return Response.json(sampleDocument({}, []));
    const body: unknown = init?.body === undefined ? undefined : JSON.parse(String(init.body));
    sent.push({ method: init?.method ?? "GET", body });
    const [status, answer] = answers.shift() ?? [500, {}];
    return Response.json(answer, { status });
  });
  const file = sampleDocument({}, []);
  const onClose = vi.fn();
  render(
    <WithConfig file={{ ...file, file: { ...file.file, readOnly: readOnly ?? null } }}>
      <UndoDialog initial={preview} path={undefined} onClose={onClose} />
    </WithConfig>,
  );
  return { sent, onClose, user: userEvent.setup(), dialog: screen.getByRole("dialog") };
}

const bio = "limits.user.maxBio";
const name = "limits.user.maxUsername";

it("the undo dialog disables its button for a viewer and states the reason", () => {
  const { dialog } = shown(previewOf(line(bio)), [], VIEWER_REASON);
  const button = within(dialog).getByRole<HTMLButtonElement>("button", { name: /^Set back to/ });
  expect(button.disabled).toBe(true);
  expect(document.getElementById(button.getAttribute("aria-describedby")!)?.textContent).toBe(VIEWER_REASON);
});

it("the undo dialog preselects only settings that have not changed again", async () => {
  const changed = line(name, { state: "changed", now: 3 });
  const refused = line("limits.user.maxGuilds", {
    state: "refused",
    before: "many",
    reason: "Enter a number.",
  });
  const { dialog, user, sent, onClose } = shown(previewOf(line(bio), changed, refused), [
    [200, sampleDocument({}, [], { etag: "after" })],
  ]);
  const box = (label: RegExp) => within(dialog).getByRole<HTMLButtonElement>("checkbox", { name: label });
  expect(box(/Bio length/).getAttribute("aria-checked")).toBe("true");
  expect(box(/Username/).getAttribute("aria-checked")).toBe("false");
  expect(box(/Guilds/).disabled).toBe(true);
  expect(dialog.textContent).toContain("cannot be restored: Enter a number.");
  await user.click(box(/Username/));
  await user.click(box(/Bio length/));
  await user.click(within(dialog).getByRole("button", { name: "Undo 1 change" }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent).toEqual([{ method: "POST", body: { paths: [name] } }]);
});

it("the undo dialog shows a new preview if the file has changed", async () => {
  const { dialog, user, onClose } = shown(previewOf(line(bio)), [
    [412, { detail: "Changed.", conflicts: [bio], etag: "newer" }],
    [200, previewOf(line(bio, { state: "changed", now: 9 }))],
  ]);
  await user.click(within(dialog).getByRole("button", { name: /^Set back to/ }));
  await waitFor(() => expect(dialog.textContent).toContain("The file has changed"));
  expect(dialog.textContent).toMatch(/9 characters.*Changed since/);
  expect(onClose).not.toHaveBeenCalled();
});

it("the undo dialog links to the setting that prevents the undo", async () => {
  const problems = [{ path: "security.captcha.sitekey", message: "It is missing." }];
  const { dialog, user } = shown(previewOf(line(bio)), [[422, { detail: "It is missing.", problems }]]);
  await user.click(within(dialog).getByRole("button", { name: /^Set back/ }));
  const link = await within(dialog).findByRole("link", { name: /^Open / });
  expect(link.getAttribute("href")).toBe("/settings/security#security.captcha.sitekey");
});

it("states what stops working if the undo clears a key", () => {
  const secret = { path: "security.jwtSecret", before: null, after: null, now: null } as const;
  const { dialog } = shown(previewOf(line(secret.path, { ...secret, secret: "cleared" })));
  expect(within(dialog).getByText("Signs everybody out, and every bot needs a new token.")).toBeDefined();
});
