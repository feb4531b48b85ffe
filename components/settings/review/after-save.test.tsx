// @vitest-environment happy-dom
import { QueryClient } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { toast as shownToasts } from "sonner";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { toast, Toaster } from "@/components/ui/toaster";
import type { ConfigSnapshot, Operation } from "@/lib/shared/contract/config-snapshot";
import type { ApplyView, RunningReport } from "@/lib/shared/contract/running";
import { fieldAt } from "@/lib/shared/settings/registry";
import { sampleApply, sampleRunning } from "@/testing/sample-apply";
import { sampleDocument } from "@/testing/sample-document";
import { WithConfig } from "@/testing/with-config";
import { WithRouter } from "@/testing/with-router";
import { runningQuery } from "../queries/running";
import { useConfigStore } from "../store/config-form";
import type { ConfigStore } from "../store/config-store";
import { SaveBar } from "./save-bar";
import { requestSave } from "./use-save-keys";

const name = "general.instanceName";
const bio = "limits.user.maxBio";
const jwt = "security.jwtSecret";
const signature = "security.requestSignature";
const set = (path: string, value: unknown): Operation => ({ op: "set", path, value }) as Operation;

const fileOf = (etag: string, rest: Partial<ConfigSnapshot> = {}) =>
  sampleDocument({ general: { instanceName: "Pier" } }, [name], {
    etag: etag.repeat(64),
    secrets: { [jwt]: "set" },
    unknown: ["pier"],
    ...rest,
  });

interface Sent {
  route: string;
  etag: string | null;
  body: unknown;
}
let sent: Sent[] = [];
let pushed: string[] = [];
let answers: Record<string, () => Response | Promise<Response>> = {};
const routes = () => sent.map(({ route }) => route);
const refused = (status: number, detail: string) => () =>
  Response.json({ title: detail, detail, status }, { status });

// Toasts from earlier test files in the same process wait until a page can show them.
beforeAll(async () => {
  render(<Toaster />);
  act(() => toast.info("Last toast of earlier files"));
  await screen.findByText("Last toast of earlier files");
  act(() => void shownToasts.dismiss());
  cleanup();
});
beforeEach(() => {
  [sent, pushed] = [[], []];
  const saved = () => Response.json(fileOf("2"));
  answers = { "PATCH /config": saved, "POST /config/undo": () => Response.json(fileOf("1")) };
  vi.stubGlobal("fetch", (url: string, { method = "GET", body, headers }: RequestInit = {}) => {
    const route = `${method} ${String(url)
      .replace(/^.*\/api\/panel/, "")
      .replace(/\?.*$/, "")}`;
    if (method !== "GET")
      sent.push({
        route,
        etag: new Headers(headers).get("if-match"),
        body: body === undefined ? undefined : (JSON.parse(String(body)) as unknown),
      });
    return Promise.resolve((answers[route] ?? (() => Response.json(fileOf("1"))))());
  });
});
afterEach(() => {
  // Toasts outlive the page that shows them.
  act(() => void shownToasts.dismiss());
  cleanup();
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

interface Page {
  running?: Partial<RunningReport>;
  file?: ConfigSnapshot;
}

/** Renders the save bar and the toasts, with these unsaved changes in the form. */
async function shown(changes: Operation[], { running, file = fileOf("1") }: Page = {}) {
  const stores: ConfigStore[] = [];
  const Reporter = () => {
    const store = useConfigStore();
    return <span ref={() => void stores.splice(0, 1, store)} />;
  };
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, retry: false } } });
  if (running) client.setQueryData(runningQuery().queryKey, sampleRunning(running));
  const user = userEvent.setup();
  render(
    <WithConfig file={file} client={client}>
      <WithRouter own={{ push: (to) => void pushed.push(to) }}>
        <Reporter />
        <SaveBar />
        <Toaster />
      </WithRouter>
    </WithConfig>,
  );
  const store = stores[0]!;
  act(() => store.applyOperations(changes));
  if (changes.length > 0) await screen.findByRole("button", { name: /^Save \d/ });
  return { user, store, client };
}

const save = async ({ user }: Awaited<ReturnType<typeof shown>>) =>
  user.click(screen.getByRole("button", { name: /^Save \d/ }));
const toastOf = async (words: string) => {
  const title = await screen.findByText(words);
  return title.closest<HTMLElement>("[data-sonner-toast]")!;
};

describe("the toast after a save", () => {
  it('undoes exactly this save when "Undo" is clicked', async () => {
    const form = await shown([set(name, "Harbor")]);
    await save(form);
    const toast = await toastOf("Saved 1 change");
    expect(toast.textContent).toContain("Takes effect when your instance restarts.");
    await form.user.click(within(toast).getByRole("button", { name: "Undo" }));
    expect((await toastOf("Undone")).textContent).toContain("byte for byte");
    expect(sent.at(-1)).toEqual({
      route: "POST /config/undo",
      etag: `"${"2".repeat(64)}"`,
      body: { to: "1".repeat(64) },
    });
    expect(form.store.document().etag).toBe("1".repeat(64));
  });

  it("appears only after the cached instance report has been invalidated", async () => {
    const form = await shown([set(name, "Harbor")], { running: {} });
    const isOld = (key: readonly unknown[]) => form.client.getQueryState(key)?.isInvalidated;
    const rawText = ["config", "raw"];
    form.client.setQueryData(rawText, "{}");
    expect(isOld(runningQuery().queryKey)).toBe(false);
    await save(form);
    const toast = await toastOf("Saved 1 change");
    expect(isOld(runningQuery().queryKey)).toBe(true);
    expect(isOld(rawText)).toBe(false);
    await form.user.click(within(toast).getByRole("button", { name: "Undo" }));
    await toastOf("Undone");
    await waitFor(() => expect(isOld(rawText)).toBe(true));
  });

  it.each([
    [412, "The file has changed since then. Restore individual settings from the history."],
    [500, "The disk is full."],
  ])("explains why an undo was refused with status %i", async (status, words) => {
    answers["POST /config/undo"] = refused(status, "The disk is full.");
    const form = await shown([set(name, `Harbor ${status}`), set(bio, status)]);
    await save(form);
    await form.user.click(within(await toastOf("Saved 2 changes")).getByRole("button", { name: "Undo" }));
    await waitFor(() => expect(document.body.textContent).toContain(`Not undone${words}`));
  });

  it("says what stops working if the undo clears a key", async () => {
    const message = "Token signing key: Signs everybody out.";
    answers["POST /config/undo"] = () =>
      Response.json({ ...fileOf("1"), consequences: [{ path: signature, message }] });
    const form = await shown([set(signature, "k".repeat(40))]);
    await save(form);
    await form.user.click(within(await toastOf("Saved 1 change")).getByRole("button", { name: "Undo" }));
    expect((await toastOf("Undone")).textContent).toContain(message);
  });

  it('offers no "Undo" if the file already had the saved values', async () => {
    answers["PATCH /config"] = () =>
      Response.json(
        { title: "Changed", status: 412, etag: "3".repeat(64), conflicts: [name] },
        { status: 412 },
      );
    answers["GET /config"] = () =>
      Response.json({ ...fileOf("3"), values: { general: { instanceName: "Harbor" } } });
    await save(await shown([set(name, "Harbor")]));
    const toast = await toastOf("The file already has these values");
    expect(within(toast).queryByRole("button", { name: "Undo" })).toBeNull();
    expect(toast.textContent).not.toContain("Takes effect");
  });

  it.each<[string, Partial<RunningReport>]>([
    [
      "An apply is in progress. These changes are not part of it",
      { apply: sampleApply({ state: "confirming" }) },
    ],
    ["Takes effect immediately.", { state: "local" }],
    [
      "Takes effect when your instance reloads its file.",
      { apply: sampleApply({ state: "confirmed" }), ways: [{ way: "broker", isRestart: false, leaves: [] }] },
    ],
  ])("says when the changes take effect: %s", async (words, running) => {
    const file = fileOf("1", { naming: "branded" });
    await save(await shown([set(bio, words.length)], { running, file }));
    await waitFor(() => expect(document.body.textContent).toContain(words));
  });
});

describe("Save and apply", () => {
  const button = () => screen.queryByRole<HTMLButtonElement>("button", { name: "Save and apply" });

  it("opens the apply's confirmation after the save, and shows no toast", async () => {
    const { user, store } = await shown([set(name, "Haven")], { running: {} });
    await user.click(button()!);
    await waitFor(() => expect(pushed).toEqual(["/running?apply"]));
    expect(routes()).toEqual(["PATCH /config"]);
    expect(screen.queryByText("Saved 1 change")).toBeNull();
    // A later plain save must not open the confirmation.
    act(() => store.applyOperations([set(name, "Lagoon")]));
    await user.click(await screen.findByRole("button", { name: "Save 1 change" }));
    await toastOf("Saved 1 change");
    expect(pushed).toHaveLength(1);
  });

  it("opens no confirmation if the save fails", async () => {
    answers["PATCH /config"] = refused(500, "The disk is full.");
    const form = await shown([set(name, "Haven")], { running: {} });
    await form.user.click(button()!);
    await screen.findByRole("alert");
    answers["PATCH /config"] = () => Response.json(fileOf("2"));
    await save(form);
    await waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
    expect(pushed).toEqual([]);
  });

  it.each<[string, boolean, Partial<RunningReport>]>([
    ["has no way to apply", false, { reload: null }],
    ["has a way to apply", true, {}],
  ])("is offered only if the panel can apply the file: the panel %s", async (_, isOffered, running) => {
    await shown([set(name, "Haven")], { running });
    expect(button() !== null).toBe(isOffered);
    cleanup();
    await shown([set(name, "Haven")]);
    expect(button()).toBeNull();
  });

  const takenBack = (...changes: Partial<ApplyView["takenBack"][number]>[]) => ({
    running: {
      apply: sampleApply({
        takenBack: changes.map((change) => ({
          path: name,
          known: true,
          before: null,
          after: "Harbor",
          ...change,
        })),
      }),
    },
  });

  it.each<[string, boolean, Operation[], Page]>([
    [
      "the same two values",
      false,
      [set(name, "Harbor"), set(bio, 7)],
      takenBack({}, { path: bio, after: 7 }),
    ],
    ["one of two values", true, [set(name, "Harbor")], takenBack({}, { path: bio, after: 7 })],
    [
      "one of the values differs",
      true,
      [set(name, "Harbor"), set(bio, 8)],
      takenBack({}, { path: bio, after: 7 }),
    ],
    ["other settings", true, [set(bio, 7)], takenBack({})],
    ["a further setting", true, [set(name, "Harbor"), set(bio, 7)], takenBack({})],
    ["the same removal", false, [{ op: "unset", path: name }], takenBack({ after: null })],
    ["a removal of another value", true, [set(name, "Harbor")], takenBack({ after: null })],
    ["a secret", true, [set(jwt, "k".repeat(40))], takenBack({ path: jwt, secret: "replaced", after: null })],
    ["nothing", true, [set(name, "Harbor")], takenBack()],
    ["an unrecognized setting", true, [set(name, "Harbor")], takenBack({ path: "no.such" })],
  ])(
    "is offered unless the last apply rolled back the same changes: %s",
    async (_, isOffered, changes, page) => {
      await shown(changes, page);
      expect(button() !== null).toBe(isOffered);
    },
  );

  it("is offered if the changes include an unrecognized key", async () => {
    const { store } = await shown([set(name, "Harbor")], takenBack({}));
    expect(button()).toBeNull();
    act(() => store.keys.set({ path: "pier", origin: "1", text: "2" }));
    await waitFor(() => expect(button()).not.toBeNull());
  });
});

describe("the keyboard shortcut", () => {
  const press = (init: KeyboardEventInit, target: EventTarget = document.body) =>
    !fireEvent(target as Element, new KeyboardEvent("keydown", { bubbles: true, cancelable: true, ...init }));

  it.each<[string, KeyboardEventInit, boolean]>([
    ["Ctrl+S", { key: "s", ctrlKey: true }, true],
    ["⌘S", { key: "s", metaKey: true }, true],
    ["Ctrl+S with caps lock", { key: "S", ctrlKey: true }, true],
    ["S alone", { key: "s" }, false],
    ["Ctrl+Alt+S", { key: "s", ctrlKey: true, altKey: true }, false],
    ["Ctrl+D", { key: "d", ctrlKey: true }, false],
  ])("saves only on Ctrl+S or ⌘S: %s", async (_, init, isSave) => {
    await shown([set(name, "Harbor")]);
    let isPrevented = false;
    act(() => void (isPrevented = press(init)));
    expect(isPrevented).toBe(isSave);
    if (isSave) await waitFor(() => expect(routes()).toEqual(["PATCH /config"]));
    else expect(routes()).toEqual([]);
  });

  it("does nothing if a dialog is open or another component has handled the key", async () => {
    const { user } = await shown([set(name, "Harbor")]);
    const handled = (event: Event) => event.preventDefault();
    document.body.addEventListener("keydown", handled);
    act(() => void press({ key: "s", ctrlKey: true }));
    document.body.removeEventListener("keydown", handled);
    await user.click(screen.getByRole("button", { name: "Discard" }));
    await screen.findByRole("alertdialog");
    let isPrevented = false;
    act(() => void (isPrevented = press({ key: "s", ctrlKey: true })));
    expect(isPrevented).toBe(true);
    expect(routes()).toEqual([]);
  });

  it("saves nothing if there are no unsaved changes or the file is read-only", async () => {
    await shown([]);
    act(() => void press({ key: "s", ctrlKey: true }));
    act(() => void press({ key: "s", ctrlKey: true, shiftKey: true }));
    cleanup();
    const file = fileOf("1");
    const readOnly = { ...file, file: { ...file.file, readOnly: "The file is read-only." } };
    const { store } = await shown([set(name, "Harbor")], { file: readOnly, running: {} });
    act(() => void press({ key: "s", ctrlKey: true }));
    act(requestSave);
    // A save checks the values before it sends a request, so the test must wait for the checks.
    await act(() => store.ready());
    await act(() => new Promise((resolve) => setTimeout(resolve)));
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Save 1 change" }).disabled).toBe(true);
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Save and apply" }).disabled).toBe(true);
    expect([routes(), screen.queryByRole("dialog")]).toEqual([[], null]);
  });

  it("saves nothing after the save bar has been unmounted", async () => {
    await shown([set(name, "Harbor")]);
    act(requestSave);
    await waitFor(() => expect(routes()).toEqual(["PATCH /config"]));
    cleanup();
    act(requestSave);
    act(() => void press({ key: "s", ctrlKey: true }));
    expect(routes()).toHaveLength(1);
  });
});

describe("the confirmation for replacing signing keys", () => {
  it("names every key that the save would replace", async () => {
    const file = fileOf("1", { secrets: { [jwt]: "set", [signature]: "set" } });
    const form = await shown([set(jwt, "k".repeat(40)), set(signature, "s".repeat(40))], { file });
    await save(form);
    const dialog = await screen.findByRole("alertdialog", { name: "Replace 2 signing keys?" });
    const items = within(dialog).getAllByRole("listitem");
    expect(items.map(({ textContent }) => textContent?.split(": ")[0])).toEqual([
      fieldAt(jwt)?.label,
      fieldAt(signature)?.label,
    ]);
  });

  it("shows the key's name in the title if only one key is replaced", async () => {
    await save(await shown([{ op: "unset", path: jwt }]));
    const label = fieldAt(jwt)?.label ?? "";
    const dialog = await screen.findByRole("alertdialog", { name: `Replace “${label}”?` });
    expect(within(dialog).getByRole("listitem").textContent).not.toContain(label);
    expect(routes()).toEqual([]);
  });

  it("does not appear for new keys or for other secrets", async () => {
    const smtp = "email.smtp.password";
    const file = fileOf("1", { secrets: { [smtp]: "set" } });
    await save(await shown([set(jwt, "k".repeat(40)), set(smtp, "a new password")], { file }));
    await waitFor(() => expect(routes()).toEqual(["PATCH /config"]));
  });
});

describe("the review's preview of the text", () => {
  /** Opens the review and expands the preview. Dispatches the `toggle` event that a click causes in a browser. */
  async function preview(hunks: unknown, status = 200) {
    answers["POST /config/preview"] = () =>
      Response.json(status === 200 ? { etag: "1", hunks } : { title: hunks, detail: hunks, status }, {
        status,
      });
    const form = await shown([set(name, "Harbor")]);
    act(() => form.store.keys.set({ path: "pier", origin: "1", text: "2" }));
    await form.user.click(screen.getByRole("button", { name: "Review" }));
    await screen.findByRole("dialog");
    expect(routes()).toEqual([]);
    const details = screen.getByText("Changes in the file's text").closest("details")!;
    details.open = true;
    fireEvent(details, new Event("toggle"));
    expect(await screen.findByText("Reading the file.")).toBeTruthy();
    await waitFor(() => expect(screen.queryByText("Reading the file.")).toBeNull());
    return { ...form, details };
  }

  it("shows the changed lines of the unsaved settings and keys", async () => {
    const lines = [
      { kind: "same", text: "{" },
      { kind: "removed", text: "one" },
      { kind: "added", text: "two" },
    ];
    const { details } = await preview([
      { oldStart: 9, newStart: 1234, lines },
      { oldStart: 90, newStart: 2000, lines: [] },
    ]);
    const region = screen.getByRole("region", { name: "Changed lines of the file" });
    expect(
      within(region)
        .getAllByRole("listitem")
        .map(({ textContent }) => textContent),
    ).toEqual([" {", "−Removed: one", "+Added: two"]);
    expect(region.textContent).toContain("From line 1,234");
    expect(region.textContent).not.toContain("The text does not change");
    expect(sent).toMatchObject([
      {
        route: "POST /config/preview",
        body: { operations: [set(name, "Harbor")], keys: [{ path: "pier", text: "2" }] },
      },
    ]);
    details.open = false;
    fireEvent(details, new Event("toggle"));
    expect(screen.queryByRole("region", { name: "Changed lines of the file" })).toBeNull();
  });

  it("explains why it shows no lines", async () => {
    await preview([]);
    expect(screen.getByText("The text does not change.")).toBeTruthy();
    cleanup();
    sent = [];
    await preview(null);
    expect(screen.getByText(/^There are too many changed lines/)).toBeTruthy();
    cleanup();
    sent = [];
    await preview("The file cannot be read.", 500);
    expect(screen.getByText("The text cannot be shown").closest("div")?.parentElement?.textContent).toContain(
      "The file cannot be read.",
    );
  });
});
