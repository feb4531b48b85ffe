// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { renderInForm, renderSetting } from "@/testing/render-setting";
import { sampleDocument } from "@/testing/sample-document";
import { operationsOf } from "../store/judge";
import { SectionView } from "./section-view";
// Loaded for the first conflict. Imported here, so that no test waits for the import.
import "./overtaken";

const north = {
  id: "north",
  name: "North",
  endpoint: "127.0.0.1:3004",
  vip: false,
  custom: false,
  deprecated: false,
};

/** Returns a file that sets these values. The keys of `values` are paths. */
function fileWith(values: Record<string, unknown> = {}) {
  const nested: Record<string, unknown> = {};
  for (const [path, value] of Object.entries(values)) {
    const keys = path.split(".");
    const last = keys.pop() ?? "";
    let at = nested;
    for (const key of keys) at = (at[key] ??= {}) as Record<string, unknown>;
    at[last] = value;
  }
  return sampleDocument(nested, Object.keys(values));
}

const stateOf = (row: HTMLElement) => row.dataset.state;

/** Returns the texts that screen readers announce after the control's name. */
function description(row: HTMLElement, control: HTMLElement): string {
  const ids = control.getAttribute("aria-describedby")?.split(" ") ?? [];
  return ids.map((id) => row.querySelector(`[id="${id}"]`)?.textContent ?? "").join(" | ");
}

describe("the row of a setting", () => {
  it("shows no state or button for a default value", async () => {
    const { row } = await renderSetting("limits.user.maxBio", fileWith());
    expect(stateOf(row)).toBe("default");
    expect(within(row).queryByText(/^(Modified|Unsaved)/)).toBeNull();
    expect(description(row, within(row).getByRole("textbox"))).toContain("Default: 190 characters");
    expect(within(row).queryByRole("button", { name: /^(Use default|Undo edit)/ })).toBeNull();
  });

  it("marks a modified value, and resets it to the default on request", async () => {
    const { user, row, store } = await renderSetting(
      "limits.user.maxBio",
      fileWith({ "limits.user.maxBio": 400 }),
    );
    expect(stateOf(row)).toBe("modified");
    expect(within(row).getByText("Modified · default: 190 characters")).toBeTruthy();
    await user.click(within(row).getByRole("button", { name: /^Use default/ }));
    expect(stateOf(row)).toBe("unsaved");
    expect(within(row).getByText("Unsaved (was 400 characters)")).toBeTruthy();
    expect(operationsOf(store.draftEntries(), store.edition().registry)).toEqual([
      { op: "unset", path: "limits.user.maxBio" },
    ]);
    await user.click(within(row).getByRole("button", { name: /^Undo edit/ }));
    expect(stateOf(row)).toBe("modified");
    expect(store.changedPaths()).toEqual([]);
  });

  it("can remove a default value that is written in the file", async () => {
    const { user, row, store } = await renderSetting(
      "limits.user.maxBio",
      fileWith({ "limits.user.maxBio": 190 }),
    );
    expect(stateOf(row)).toBe("default");
    expect(description(row, within(row).getByRole("textbox"))).toContain(
      "Default: 190 characters (written in the file)",
    );
    await user.hover(row);
    await user.click(within(row).getByRole("button", { name: /^Use default/ }));
    expect(within(row).getByText("Unsaved (removed from the file)")).toBeTruthy();
    expect(operationsOf(store.draftEntries(), store.edition().registry)).toEqual([
      { op: "unset", path: "limits.user.maxBio" },
    ]);
  });

  it("has the control as its first Tab stop, and one Tab stop for the toolbar", async () => {
    const { user, row } = await renderSetting("limits.user.maxBio", fileWith({ "limits.user.maxBio": 400 }));
    const names: string[] = [];
    const note = () =>
      names.push(document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.id ?? "");
    for (let stops = 0; stops < 4; stops += 1) {
      await user.tab();
      note();
    }
    expect(names).toEqual([
      "control-limits_user_maxBio",
      "Use default for Bio length",
      // CSS hides this button on wide screens, but the test's DOM applies no CSS.
      "Key and history of Bio length",
      "Copy key of Bio length",
    ]);
    await user.keyboard("{ArrowRight}{ArrowRight}");
    expect(document.activeElement).toBe(within(row).getByRole("link", { name: /^History of/ }));
    await user.keyboard("{ArrowRight}");
    expect(document.activeElement).toBe(within(row).getByRole("button", { name: /^Undo the last change/ }));
    await user.keyboard("{ArrowRight}");
    expect(document.activeElement).toBe(within(row).getByRole("button", { name: /^Copy key/ }));
    await user.tab();
    expect(row.contains(document.activeElement)).toBe(false);
  });

  it("shows its toolbar only when the pointer or the focus is in the row", async () => {
    const { user, row } = await renderSetting("limits.user.maxBio", fileWith());
    expect(within(row).queryByRole("toolbar")).toBeNull();
    expect(within(row).getByRole("button", { name: "Key and history of Bio length" })).toBeTruthy();
    await user.hover(row);
    expect(within(row).getByRole("toolbar", { name: "Key of Bio length" })).toBeTruthy();
  });

  it("shows its toolbar after a click, for devices without hover", async () => {
    const { row } = await renderSetting("limits.user.maxBio", fileWith());
    const toggle = within(row).getByRole("button", { name: /^Key and history of/ });
    expect(toggle.getAttribute("aria-expanded")).toBe("false");
    // Screen readers click without moving the pointer or the focus first.
    fireEvent.click(toggle);
    expect(toggle.getAttribute("aria-expanded")).toBe("true");
    expect(within(row).getByRole("toolbar")).toBeTruthy();
  });
});

describe("a setting that another operator changes during an edit", () => {
  const path = "limits.user.maxBio";
  const jon = { id: 2, author: "jon", authorKind: "operator", note: null, at: "2026-11-27T20:00:00.000Z" };
  const entry = { ...jon, change: { path, known: true, before: 100, after: 300 } };

  it.each([
    ["who changed it", { path, entries: [entry], searched: 1, total: 1 }, /^jon changed this to 300/],
    ["that somebody did, without an answer", null, /^Somebody else changed this to 300/],
  ])("shows both values and %s until the edit is undone", async (_, answer, words) => {
    vi.stubGlobal("fetch", () =>
      Promise.resolve(answer === null ? new Response(null, { status: 500 }) : Response.json(answer)),
    );
    onTestFinished(() => void vi.unstubAllGlobals());
    const { store } = renderInForm(<SectionView id="limits" />, fileWith({ [path]: 100 }));
    store.applyOperations([{ op: "set", path, value: 120 }]);
    expect(screen.queryByText(/changed this/)).toBeNull();
    store.receive({ ...fileWith({ [path]: 300 }), etag: "9".repeat(64) });
    const text = (await screen.findByText(words)).textContent;
    expect(text).toContain("(was 100");
    expect(text).toContain("when you save");
    store.revert([path]);
    await waitFor(() => expect(screen.queryByText(/changed this/)).toBeNull());
  });
});

describe("a limit and its time window", () => {
  const count = "limits.rate.routes.channel.count";
  const window = "limits.rate.routes.channel.window";
  const renderLimits = (values: Record<string, unknown> = {}) => {
    const form = renderInForm(<SectionView id="limits" />, fileWith(values));
    const row = form.container.querySelector<HTMLElement>(`[id="${count}"]`);
    if (row === null) throw new Error("The limit was not rendered.");
    return { ...form, row };
  };

  it("share one control with one state and one reset button", async () => {
    const { user, row, store } = renderLimits({ [count]: 20 });
    expect(row.querySelector(`[id="${window}"]`)).not.toBeNull();
    expect(within(row).getByText("Modified · default: 10 messages per 5 seconds")).toBeTruthy();
    const [number, time] = within(row).getAllByRole("textbox");
    if (number === undefined || time === undefined) throw new Error("A part is missing.");
    await user.clear(time);
    await user.type(time, "10");
    expect(stateOf(row)).toBe("unsaved");
    expect(within(row).getByText("Unsaved (was 20 messages per 5 seconds)")).toBeTruthy();
    expect(operationsOf(store.draftEntries(), store.edition().registry)).toEqual([
      { op: "set", path: window, value: 10 },
    ]);
    await user.click(
      within(row).getByRole("button", { name: "Undo edit of Period for messages per user and channel" }),
    );
    expect(store.changedPaths()).toEqual([]);
    await user.click(
      within(row).getByRole("button", { name: "Use default for Messages per user and channel" }),
    );
    expect(operationsOf(store.draftEntries(), store.edition().registry)).toEqual([
      { op: "unset", path: count },
    ]);
  });

  it("show an error only at the input with the invalid value", async () => {
    const { user, row } = renderLimits();
    const [number, time] = within(row).getAllByRole("textbox");
    if (number === undefined || time === undefined) throw new Error("A part is missing.");
    await user.clear(time);
    await user.type(time, "soon");
    await user.click(document.body);
    await waitFor(() => expect(stateOf(row)).toBe("problem"));
    expect(time.getAttribute("aria-invalid")).toBe("true");
    expect(number.getAttribute("aria-invalid")).toBeNull();
    expect(description(row, time)).toMatch(/Enter a time/);
    expect(description(row, number)).not.toMatch(/Enter a time/);
  });

  it("show a note with a button while rate limits are off", async () => {
    const { user, row, store } = renderLimits();
    const card = row.closest<HTMLElement>("[data-slot=card]");
    if (card === null) throw new Error("The row is in no card.");
    expect(within(card).getByText("Rate limits are off, so the settings below have no effect.")).toBeTruthy();
    await user.click(within(card).getByRole("button", { name: "Turn on rate limits" }));
    expect(screen.queryByText(/^Rate limits are off/)).toBeNull();
    expect(operationsOf(store.draftEntries(), store.edition().registry)).toEqual([
      { op: "set", path: "limits.rate.enabled", value: true },
    ]);
  });
});

describe("a switch whose key may be absent", () => {
  it("has three states", async () => {
    const path = "email.smtp.secure";
    const { user, row, store } = await renderSetting(path, fileWith());
    const radio = (name: string) => within(row).getByRole("radio", { name });
    expect((radio("Not set") as HTMLInputElement).checked).toBe(true);
    await user.click(radio("Off"));
    expect(operationsOf(store.draftEntries(), store.edition().registry)).toEqual([
      { op: "set", path, value: false },
    ]);
    await user.click(radio("On"));
    expect(operationsOf(store.draftEntries(), store.edition().registry)).toEqual([
      { op: "set", path, value: true },
    ]);
    await user.click(radio("Not set"));
    expect(store.changedPaths()).toEqual([]);
  });
});

describe("the default region", () => {
  const path = "regions.default";

  it("can be any region in the form, even an unsaved region", async () => {
    const { user, row, store } = await renderSetting(
      path,
      fileWith({ "regions.available": [north], [path]: "lost" }),
    );
    const list = within(row).getByRole("combobox");
    expect(list.textContent).toBe("lost (not among the regions)");
    store.applyOperations([
      { op: "set", path: "regions.available", value: [north, { ...north, id: "south", name: "South" }] },
    ]);
    await user.click(list);
    await user.click(await screen.findByRole("option", { name: "South (south)" }));
    expect(store.entryAt(path)).toEqual({ set: true, value: "south" });
  });

  it("is a text field if there are no regions", async () => {
    const { row } = await renderSetting(path, fileWith());
    expect(within(row).getByRole<HTMLInputElement>("textbox").value).toBe("default");
  });
});

describe("a setting that needs a switch elsewhere", () => {
  it("links to the switch while the switch is off", async () => {
    const { container } = renderInForm(<SectionView id="register" />, fileWith());
    const row = await waitFor(() => {
      const found = container.querySelector<HTMLElement>(`[id="register.requireCaptcha"]`);
      if (found === null) throw new Error("The setting was not rendered.");
      return found;
    });
    expect(within(row).getByText("Captchas are off, so this has no effect.")).toBeTruthy();
    const link = within(row).getByRole("link", { name: "Set up captchas" });
    expect(link.getAttribute("href")).toBe("/settings/security#security.captcha.enabled");
  });
});
