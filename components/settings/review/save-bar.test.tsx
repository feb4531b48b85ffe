// @vitest-environment happy-dom
import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Operation } from "@/lib/shared/contract/config-snapshot";
import { renderInForm } from "@/testing/render-setting";
import { sampleDocument } from "@/testing/sample-document";
import { entryForOperation } from "../store/entry";
import { fieldAt } from "@/lib/shared/settings/registry";
import { SaveBar } from "./save-bar";

let saves: Operation[][] = [];
let notes: unknown[] = [];

const file = sampleDocument({}, [], { secrets: { "security.jwtSecret": "set" } });

beforeEach(() => {
  [saves, notes] = [[], []];
  vi.stubGlobal("fetch", (_: string, { method, body }: RequestInit = {}) => {
    if (method === "PATCH") {
      const sent = JSON.parse(String(body)) as { operations: Operation[]; note?: string };
      saves.push(sent.operations);
      notes.push(sent.note);
    }
    return Promise.resolve(Response.json({ ...file, etag: "2".repeat(64) }));
  });
});
afterEach(() => vi.unstubAllGlobals());

const name: Operation = { op: "set", path: "general.instanceName", value: "Harbour" };
const key: Operation = { op: "set", path: "security.jwtSecret", value: "k".repeat(40) };

/** Renders the save bar with unsaved changes in the form. */
async function renderBar(...changes: Operation[]) {
  const form = renderInForm(<SaveBar />, file);
  for (const change of changes) {
    const field = fieldAt(change.path);
    if (field === undefined) throw new Error(`There is no setting ${change.path}.`);
    form.store.setDraft(field.path, entryForOperation(field, form.store.savedAt(field.path), change));
  }
  await screen.findByRole("button", { name: /^Save \d/ });
  return form;
}

describe("the save bar", () => {
  it("shows the number of changes and their sections", async () => {
    const { store } = await renderBar(name);
    expect(screen.getByText("1 change in General")).toBeTruthy();
    store.applyOperations([{ op: "set", path: "limits.user.maxBio", value: 5 }]);
    expect(await screen.findByText("2 changes in 2 sections")).toBeTruthy();
  });

  it("saves only once if Ctrl+S is pressed and held", async () => {
    const { user } = await renderBar(name);
    await user.keyboard("{Control>}{s>3/}{/Control}");
    await waitFor(() => expect(screen.queryByRole("button", { name: /^Save/ })).toBeNull());
    expect(saves).toEqual([[name]]);
  });

  it("downloads the unsaved changes as a patch without secrets", async () => {
    let content: Blob | undefined;
    vi.spyOn(URL, "createObjectURL").mockImplementation((blob) => {
      content = blob as Blob;
      return "#patch";
    });
    const { user, store } = await renderBar(name, key);
    await user.click(screen.getByRole("button", { name: "Review" }));
    await user.type(await screen.findByLabelText(/^Note/), "Why");
    await user.click(screen.getByRole("button", { name: "Download patch" }));
    await waitFor(() => expect(content).toBeDefined());
    expect(JSON.parse(await content!.text())).toEqual({
      base: store.baseEtag(),
      operations: [name],
      note: "Why",
      omitted: ["security.jwtSecret"],
    });
    expect(saves).toEqual([]);
  });

  it("opens the review on Ctrl+Shift+S, where Enter saves", async () => {
    const { user } = await renderBar(name);
    await user.keyboard("{Control>}{Shift>}S{/Shift}{/Control}");
    const dialog = await screen.findByRole("dialog");
    const save = within(dialog).getByRole("button", { name: "Save 1 change" });
    await waitFor(() => expect(document.activeElement).toBe(save));
    expect(saves).toEqual([]);
    await user.keyboard("{Enter}");
    await waitFor(() => expect(saves).toEqual([[name]]));
  });

  it.each(["Review", "Propose"])(
    "closes %s with the last edit, and a later edit does not open it",
    async (last) => {
      const { user, store } = await renderBar(name);
      await user.click(screen.getByRole("button", { name: "Review" }));
      await screen.findByRole("button", { name: "Save 1 change" });
      if (last === "Propose") await user.click(screen.getByRole("button", { name: last }));
      await screen.findByRole("dialog");
      store.revert();
      await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
      store.applyOperations([name]);
      await waitFor(() => expect(screen.getByText("1 unsaved change")).toBeTruthy());
      expect(screen.queryByRole("dialog")).toBeNull();
    },
  );

  it("saves on Ctrl+S in the review, including the note", async () => {
    const { user } = await renderBar(name);
    await user.click(screen.getByRole("button", { name: "Review" }));
    await user.type(await screen.findByLabelText("Note"), "calmer");
    await user.keyboard("{Control>}s{/Control}");
    await waitFor(() => expect(saves).toEqual([[name]]));
    expect(notes).toEqual(["calmer"]);
  });

  it("asks for confirmation before it replaces a signing key", async () => {
    const { user } = await renderBar(name, key);
    await user.keyboard("{Control>}s{/Control}");
    const question = await screen.findByRole("alertdialog");
    expect(question.textContent).toContain(fieldAt(key.path)?.label);
    expect(saves).toEqual([]);
    await user.click(within(question).getByRole("button", { name: "Keep editing" }));
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
    expect(saves).toEqual([]);

    await user.click(screen.getByRole("button", { name: "Save 2 changes" }));
    await user.click(await screen.findByRole("button", { name: "Replace and save" }));
    await waitFor(() => expect(saves).toEqual([[name, key]]));
  });

  it("refuses to save invalid settings and names the setting to fix", async () => {
    const on: Operation = { op: "set", path: "security.captcha.enabled", value: true };
    const { user, store } = await renderBar(on);
    const marks = ["service", "sitekey", "secret"].map(
      (key) => store.problemsAt(`security.captcha.${key}`)[0]?.message,
    );
    expect(marks[0]).toMatch(/^Captchas are enabled, but/);
    expect(marks.slice(1)).toEqual(Array(2).fill("Also missing: see “Captcha service”."));
    await user.keyboard("{Control>}s{/Control}");
    const alert = await screen.findByRole("alert");
    expect(alert.textContent).toContain("Fix “Captcha service” first. Nothing was saved");
    expect(saves).toEqual([]);
  });

  it("asks for confirmation before discarding changes", async () => {
    const { user, store } = await renderBar(name);
    await user.click(screen.getByRole("button", { name: "Discard" }));
    expect(store.changedPaths()).toHaveLength(1);
    await user.click(await screen.findByRole("button", { name: "Discard 1 change" }));
    await waitFor(() => expect(store.changedPaths()).toEqual([]));
  });

  it("announces the number of unsaved changes, including changes to unrecognized keys", async () => {
    const { store } = renderInForm(<SaveBar />, { ...file, unknown: ["harbor"] });
    store.keys.set({ path: "harbor", text: "2", origin: "1" });
    await waitFor(() => expect(screen.getByText("1 unsaved change").getAttribute("role")).toBe("status"));
  });

  it("opens the review with the focus on the button that fixes an invalid value", async () => {
    const { user, store } = await renderBar(name);
    store.setDraft("limits.user.maxBio", { set: true, value: "many" });
    await user.click(await screen.findByRole("button", { name: "Review" }));
    const correct = await screen.findByRole("button", {
      name: `Fix ${fieldAt("limits.user.maxBio")?.label}`,
    });
    await waitFor(() => expect(document.activeElement).toBe(correct));
    await user.click(correct);
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(saves).toEqual([]);
  });
});

describe("a conflict between operators", () => {
  const theirs = (value: string) =>
    sampleDocument({ general: { instanceName: value } }, ["general.instanceName"]);

  /** Answers the first save with 412, because another operator has saved `value`. */
  function stubConflict(value: string) {
    let latest = { ...theirs(value), etag: "3".repeat(64) };
    vi.stubGlobal("fetch", (_: string, { method, body }: RequestInit = {}) => {
      if (method !== "PATCH") return Promise.resolve(Response.json(latest));
      const sent = JSON.parse(String(body)) as { operations: Operation[]; note?: string };
      saves.push(sent.operations);
      notes.push(sent.note);
      if (saves.length > 1)
        return Promise.resolve(Response.json((latest = { ...latest, etag: "4".repeat(64) })));
      const problem = { title: "Changed", status: 412, etag: latest.etag, conflicts: [name.path] };
      return Promise.resolve(Response.json(problem, { status: 412 }));
    });
  }

  it("is resolved by saving the operator's choices", async () => {
    stubConflict("Lighthouse");
    const { user } = await renderBar(name);
    await user.click(screen.getByRole("button", { name: "Review" }));
    await user.type(await screen.findByLabelText("Note"), "calmer");
    await user.keyboard("{Control>}s{/Control}");
    await user.click(await screen.findByRole("radio", { name: /^Mine/ }));
    await user.click(screen.getByRole("button", { name: "Save with these choices" }));
    await waitFor(() => expect(notes).toEqual(["calmer", "calmer"]));
  });

  it("needs no choice if both operators have entered the same value", async () => {
    stubConflict("Lighthouse");
    const { user, store } = await renderBar(name);
    await user.click(screen.getByRole("button", { name: "Save 1 change" }));
    expect(await screen.findByRole("button", { name: "Choose 1 more" })).toBeTruthy();
    store.receive({ ...theirs("Harbour"), etag: "5".repeat(64) });
    expect(await screen.findByRole("button", { name: "Save with these choices" })).toBeTruthy();
  });
});
