// @vitest-environment happy-dom
import { panelAnswer } from "@/testing/panel-answer";
import { act, cleanup, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { KeyChange } from "@/lib/shared/contract/config";
import type { Operation } from "@/lib/shared/contract/config-snapshot";
import type { SettingChange } from "@/lib/shared/contract/history";
import { fieldAt } from "@/lib/shared/settings/registry";
import { renderInForm } from "@/testing/render-setting";
import { sampleDocument } from "@/testing/sample-document";
import { SaveBar } from "./save-bar";
import { SettingDifference } from "./change-diff";

const name = "general.instanceName";
const bio = "limits.user.maxBio";
const jwt = "security.jwtSecret";
const features = "guild.defaultFeatures";

const file = (etag: string, instanceName: string, maxBio: number) =>
  sampleDocument(
    {
      general: { instanceName },
      limits: { user: { maxBio } },
      guild: { defaultFeatures: ["ANIMATED_ICON", "BANNER"] },
    },
    [name, bio, features],
    { etag: etag.repeat(64), secrets: { [jwt]: "set" }, unknown: ["pier", "harbor"] },
  );

interface Sent {
  operations: Operation[];
  keys?: KeyChange[];
  note?: string;
}
let sent: Sent[] = [];
let answers: ((request: Sent) => Response)[] = [];
let latest = file("1", "Harbor", 190);

beforeEach(() => {
  [sent, answers] = [[], []];
  latest = file("1", "Harbor", 190);
  vi.stubGlobal("fetch", (url: string, { method, body }: RequestInit = {}) => {
    if (String(url).includes("preview")) return Promise.resolve(panelAnswer({ hunks: [] }));
    if (method !== "PATCH") return Promise.resolve(panelAnswer(latest));
    const request = JSON.parse(String(body)) as Sent;
    sent.push(request);
    const answer = answers.shift();
    return Promise.resolve(answer?.(request) ?? panelAnswer(latest));
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const changedMeanwhile =
  (conflicts: string[], newer = file("2", "Lighthouse", 300)) =>
  () => {
    latest = newer;
    return panelAnswer({ title: "Changed", status: 412, etag: latest.etag, conflicts }, { status: 412 });
  };

async function withChanges(...changes: Operation[]) {
  const form = renderInForm(<SaveBar />, file("1", "Harbor", 190));
  form.store.applyOperations(changes);
  await screen.findByRole("button", { name: /^Save \d/ });
  return form;
}
const set = (path: string, value: unknown): Operation => ({ op: "set", path, value }) as Operation;

describe("the conflict dialog", () => {
  /** Saves three changes. The save is refused, because another operator has saved different values for all three. */
  async function conflicting() {
    const form = await withChanges(set(name, "Pier"), set(bio, 200));
    form.store.keys.set({ path: "pier", origin: "1", text: null });
    answers = [changedMeanwhile([name, bio, "pier"])];
    await form.user.click(await screen.findByRole("button", { name: "Save 3 changes" }));
    await screen.findByRole("dialog");
    return form;
  }
  const choose = async (user: Awaited<ReturnType<typeof conflicting>>["user"], of: string, side: RegExp) =>
    user.click(
      within(await screen.findByRole("radiogroup", { name: of })).getByRole("radio", { name: side }),
    );
  const [nameLabel, bioLabel] = [fieldAt(name)?.label ?? "", fieldAt(bio)?.label ?? ""];

  it("saves nothing until the operator has resolved every conflict", async () => {
    const { user } = await conflicting();
    const dialog = screen.getByRole("dialog", { name: "3 settings changed by somebody else" });
    const sides = (of: string) =>
      within(screen.getByRole("radiogroup", { name: of }))
        .getAllByRole("radio")
        .map((radio) => radio.closest("label")?.textContent);
    expect(sides(nameLabel)).toEqual(["TheirsLighthouse", "MinePier", "Original valueHarbor"]);
    expect(sides(bioLabel)).toHaveLength(3);
    expect(sides("pier")).toEqual(["TheirsKeep the value in the file", "MineRemove the key"]);
    const save = within(dialog).getByRole<HTMLButtonElement>("button", { name: "Choose 3 more" });
    expect(save.disabled).toBe(true);
    await choose(user, nameLabel, /^Mine/);
    expect(within(dialog).getByRole("button", { name: "Choose 2 more" })).toBeTruthy();
    expect(sent).toHaveLength(1);
  });

  it("saves the chosen values: theirs, mine or the original", async () => {
    const { user, store } = await conflicting();
    await choose(user, nameLabel, /^Original/);
    await choose(user, bioLabel, /^Theirs/);
    await choose(user, "pier", /^Mine/);
    await user.click(screen.getByRole("button", { name: "Save with these choices" }));
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(sent[1]).toMatchObject({
      operations: [set(name, "Harbor")],
      keys: [{ path: "pier", text: null }],
    });
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(store.entryAt(bio)).toEqual({ set: true, value: 300 });
  });

  it("has a button that resolves all conflicts at once", async () => {
    const { user, store } = await conflicting();
    await user.click(screen.getByRole("button", { name: "All mine" }));
    await user.click(screen.getByRole("button", { name: "Save with these choices" }));
    await waitFor(() => expect(sent[1]?.operations).toEqual([set(name, "Pier"), set(bio, 200)]));
    cleanup();
    sent = [];
    store.revert();
    const again = await conflicting();
    await again.user.click(screen.getByRole("button", { name: "All theirs" }));
    await again.user.click(screen.getByRole("button", { name: "Save with these choices" }));
    await waitFor(() => expect(again.store.changedPaths()).toEqual([]));
    expect(again.store.keys.all()).toEqual([]);
    expect(again.store.entryAt(name)).toEqual({ set: true, value: "Lighthouse" });
  });

  it('keeps the unsaved changes if the operator chooses "Keep editing"', async () => {
    const { user, store } = await conflicting();
    await user.click(screen.getByRole("button", { name: "Keep editing" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(store.changedPaths()).toEqual([name, bio]);
    expect(sent).toHaveLength(1);
  });

  it("asks again about a setting that another operator changes in the meantime", async () => {
    const { user, store } = await withChanges(set(name, "Pier"), set(bio, 200));
    answers = [changedMeanwhile([name], file("2", "Lighthouse", 190))];
    await user.click(screen.getByRole("button", { name: "Save 2 changes" }));
    await screen.findByRole("dialog", { name: "1 setting changed by somebody else" });
    act(() => store.receive(file("3", "Lighthouse", 300)));
    await choose(user, nameLabel, /^Mine/);
    await user.click(screen.getByRole("button", { name: "Save with these choices" }));
    await choose(user, bioLabel, /^Mine/);
    expect(sent).toHaveLength(1);
    await user.click(screen.getByRole("button", { name: "Save with these choices" }));
    await waitFor(() => expect(sent[1]?.operations).toEqual([set(name, "Pier"), set(bio, 200)]));
  });

  it("never shows the value of a secret", async () => {
    const { user } = await withChanges(set(jwt, "k".repeat(40)));
    answers = [changedMeanwhile([jwt])];
    await user.click(screen.getByRole("button", { name: "Save 1 change" }));
    await user.click(await screen.findByRole("button", { name: "Replace and save" }));
    const dialog = await screen.findByRole("dialog", { name: "1 setting changed by somebody else" });
    expect(dialog.textContent).toContain("Theirsset by somebody else");
    expect(dialog.textContent).toContain("Minereplaced");
    expect(dialog.textContent).not.toContain("kkkk");
    expect(within(dialog).queryByText("Original value")).toBeNull();
    expect(within(dialog).queryByRole("button", { name: "All mine" })).toBeNull();
    await user.click(within(dialog).getByRole("radio", { name: /^Mine/ }));
    // The operator already confirmed replacing the signing key, so the second save does not ask for confirmation.
    await user.click(within(dialog).getByRole("button", { name: "Save with these choices" }));
    await waitFor(() => expect(sent).toHaveLength(2));
  });
});

describe("a refused save", () => {
  it("marks the settings and keys that the server names", async () => {
    const { user, store } = await withChanges(set(name, "Pier"));
    store.keys.set({ path: "pier", origin: "1", text: "2" });
    const problems = [
      { path: name, message: "Too long." },
      { path: "pier", message: "Not allowed." },
    ];
    answers = [() => panelAnswer({ title: "Invalid", status: 422, problems }, { status: 422 })];
    await user.click(await screen.findByRole("button", { name: "Save 2 changes" }));
    await waitFor(() => expect(store.keys.at("pier")?.error).toBe("Not allowed."));
    expect(store.form.getFieldState("general_instanceName").error?.message).toBe("Too long.");
    expect(screen.queryByText("The changes are not saved")).toBeNull();
  });

  it.each([
    [
      401,
      "Your session has ended. Sign in again, then save. Nothing was saved; your changes are still here.",
    ],
    [500, "The disk is full. Nothing was saved; your changes are still here."],
  ])("with status %i shows an explanation, and the changes remain unsaved", async (status, words) => {
    const { user, store } = await withChanges(set(name, "Pier"));
    answers = [() => panelAnswer({ title: "Failed", detail: "The disk is full.", status }, { status })];
    await user.click(screen.getByRole("button", { name: "Save 1 change" }));
    expect((await screen.findByRole("alert")).textContent).toContain(words);
    expect(store.changedPaths()).toEqual([name]);
  });
});

describe("the review", () => {
  it("shows the old and new value of every change, and can undo single changes", async () => {
    const form = await withChanges(
      set(name, "Pier"),
      set(jwt, "k".repeat(40)),
      set(features, ["BANNER", "VERIFIED"]),
    );
    const { user, store } = form;
    store.keys.set({ path: "pier", origin: "1", text: null });
    store.keys.set({ path: "harbor", origin: null, text: "[2]" });
    await user.click(await screen.findByRole("button", { name: "Review" }));
    const dialog = await screen.findByRole("dialog");
    const words = dialog.textContent;
    expect(words).toContain("From Harborto Pier");
    expect(words).toContain("From setto replaced");
    const entries = within(dialog).getAllByRole("listitem");
    const texts = entries.map(({ textContent }) => textContent);
    expect(texts).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^−Removed .*ANIMATED_ICON/),
        expect.stringMatching(/^\+Added .*VERIFIED/),
      ]),
    );
    const keys = within(screen.getByRole("region", { name: "Unrecognized keys" }));
    expect(keys.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
      "pierFrom − 1to + removed from the file",
      "harborFrom − value not shownto + [2]",
    ]);
    await user.click(keys.getByRole("button", { name: "Undo edit of pier" }));
    expect(store.keys.all().map(({ path }) => path)).toEqual(["harbor"]);
    await user.click(within(dialog).getByRole("button", { name: /^Undo.*Instance name/i }));
    expect(store.changedPaths()).toEqual(expect.not.arrayContaining([name]));
    expect(within(dialog).getByRole("button", { name: "Save 3 changes" })).toBeTruthy();
  });
});

describe("a change in a stored version", () => {
  const shown = (change: Partial<SettingChange>) => {
    cleanup();
    const whole = { path: bio, known: true, before: 1, after: 2, ...change } as SettingChange;
    return render(<SettingDifference change={whole} />).container.textContent;
  };

  it("shows the old and new value, but never the value of a secret", () => {
    expect(shown({ before: 190, after: 200 })).toMatch(/^From 190 .*to 200/);
    expect(shown({ before: null, after: 200 })).toMatch(/^From default \(190/);
    expect(shown({ before: 200, after: null })).toMatch(/to default \(190/);
    expect(shown({ path: jwt, secret: "replaced" })).toBe("Secret replaced");
    expect(shown({ path: jwt, secret: "cleared" })).toBe("Secret cleared");
    expect(shown({ path: "no.such", before: null, after: [1] })).toBe("From − not setto + [1]");
  });
});
