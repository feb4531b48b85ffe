// @vitest-environment happy-dom
import { QueryClient } from "@tanstack/react-query";
import { cleanup, configure, render, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { ConfigSnapshot } from "@/lib/shared/contract/config-snapshot";
import type { Revision, RevisionPage } from "@/lib/shared/contract/history";
import { defaultDocument, setAt } from "@/lib/shared/settings/values";
import { WithConfig } from "@/testing/with-config";
import { sampleDocument } from "@/testing/sample-document";
import { Overview } from "./overview";

// Everything waited for does appear; how soon depends on the machine's load.
configure({ asyncUtilTimeout: 15_000 });

/** What was asked of the server: method, path, body. Nothing else is on the network. */
const asked: { method: string; path: string; body: unknown }[] = [];
const answers = new Map<string, (body: unknown) => unknown>();

vi.stubGlobal("fetch", async (path: string, init?: RequestInit) => {
  const body: unknown = init?.body === undefined ? undefined : JSON.parse(String(init.body));
  const method = init?.method ?? "GET";
  asked.push({ method, path, body });
  const answer = answers.get(`${method} ${path}`);
  return answer ? Response.json(answer(body)) : Response.json({ detail: "No." }, { status: 500 });
});

afterEach(() => {
  cleanup();
  asked.splice(0);
  answers.clear();
  document.cookie = "instance-admin.first-steps=; max-age=0";
});

const addresses = {
  "general.serverName": "chat.example.org",
  "api.endpointPublic": "https://chat.example.org/api",
  "gateway.endpointPublic": "wss://chat.example.org",
  "cdn.endpointPublic": "https://chat.example.org",
  "cdn.endpointPrivate": "https://chat.example.org",
};

function fileWith(settings: Record<string, unknown>, rest: Partial<ConfigSnapshot> = {}): ConfigSnapshot {
  const values = defaultDocument();
  for (const [path, value] of Object.entries(settings)) setAt(values, path, value);
  return sampleDocument(values, Object.keys(settings), rest);
}

const version = (id: number, rest: Partial<Revision> = {}): Revision => ({
  id,
  etag: String(id).repeat(64).slice(0, 64),
  author: "mara",
  note: null,
  at: "2026-08-01T00:00:00.000Z",
  changes: [],
  ...rest,
});

const none: RevisionPage = { revisions: [], total: 0, next: null, searched: 0, authors: [] };

interface Shown {
  recent?: RevisionPage;
  bots?: number;
  isHidden?: boolean;
}

function show(file: ConfigSnapshot, { recent = none, bots = 0, isHidden = false }: Shown = {}) {
  const user = userEvent.setup();
  answers.set("GET /api/panel/config", () => file);
  answers.set("GET /api/panel/config/revisions", () => recent);
  render(
    <WithConfig
      file={file}
      client={new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })}
    >
      <main id="content" tabIndex={-1}>
        <Overview recent={recent} bots={bots} isFirstStepsHidden={isHidden} tiles={null} foot={null} />
      </main>
    </WithConfig>,
  );
  return user;
}

/** Replaces what is in a field. */
async function enter(user: ReturnType<typeof userEvent.setup>, input: HTMLElement, text: string) {
  await user.clear(input);
  await user.paste(text);
}

const addressForm = () => screen.getByRole("form", { name: "Set the addresses from your domain" });
const valuesIn = (form: HTMLElement) =>
  within(form)
    .getAllByRole<HTMLInputElement>("textbox")
    .slice(1)
    .map(({ value }) => value);

describe("addresses from a domain", () => {
  it("groups five missing addresses into one problem, fills them from one domain and saves them together", async () => {
    const file = fileWith({});
    const user = show(file);
    expect(screen.getByText("5 addresses are not set")).toBeTruthy();
    const form = addressForm();
    const save = within(form).getByRole("button", { name: "Save 5 addresses" });

    await user.click(save);
    expect(document.activeElement).toBe(within(form).getAllByRole("textbox")[0]);
    expect(asked).toEqual([]);

    await user.paste("https://Chat.example.org/api");
    expect(valuesIn(form)).toEqual(Object.values(addresses));
    await user.click(within(form).getByRole("checkbox", { name: "Gateway and CDN at subdomains" }));
    expect(valuesIn(form).slice(2)).toEqual([
      "wss://gateway.chat.example.org",
      "https://cdn.chat.example.org",
      "https://cdn.chat.example.org",
    ]);
    const [, , gateway] = within(form).getAllByRole<HTMLInputElement>("textbox").slice(1);
    await enter(user, gateway!, "wss://live.example.org");

    const saved = fileWith(
      { ...addresses, "gateway.endpointPublic": "wss://live.example.org" },
      { etag: "2" },
    );
    answers.set("PATCH /api/panel/config", () => saved);
    await user.click(save);
    await waitFor(() => expect(screen.queryByText(/addresses are not set/)).toBeNull());
    const [{ body } = { body: null }] = asked.filter(({ method }) => method === "PATCH");
    expect(body).toEqual({
      note: "Set the addresses of https://Chat.example.org/api",
      operations: [
        { op: "set", path: "general.serverName", value: "chat.example.org" },
        { op: "set", path: "api.endpointPublic", value: "https://chat.example.org/api" },
        { op: "set", path: "gateway.endpointPublic", value: "wss://live.example.org" },
        { op: "set", path: "cdn.endpointPublic", value: "https://cdn.chat.example.org" },
        { op: "set", path: "cdn.endpointPrivate", value: "https://cdn.chat.example.org" },
      ],
    });
    await waitFor(() => expect(document.activeElement?.id).toBe("content"));
  });

  it("does not change addresses that are set, and takes the domain from them", () => {
    show(
      fileWith({
        "general.serverName": "chat.example.org",
        "api.endpointPublic": "https://x.example.org/api",
      }),
    );
    expect(screen.getByText("3 addresses are not set")).toBeTruthy();
    expect(valuesIn(addressForm())).toEqual(Object.values(addresses).slice(2));
  });

  it("checks the addresses as a client would, and shows each failure until the address changes", async () => {
    const user = show(fileWith({}));
    const form = addressForm();
    await enter(user, within(form).getAllByRole("textbox")[0]!, "chat.example.org");
    const step = (target: string, ok: boolean, message: string) => ({ target, name: "Answer", ok, message });
    answers.set("POST /api/panel/checks/api", () => ({
      ok: true,
      steps: [step("Public address", true, "It answers with status 200.")],
      durationMs: 1,
    }));
    answers.set("POST /api/panel/checks/gateway", () => ({
      ok: false,
      steps: [step("Public address", false, "No server is listening there.")],
      durationMs: 1,
    }));
    answers.set("POST /api/panel/checks/cdn", () => ({
      ok: false,
      steps: [
        step("Public address", true, "Found."),
        step("Internal address", false, "It cannot be reached."),
      ],
      durationMs: 1,
    }));
    await user.click(within(form).getByRole("button", { name: "Check as a client" }));
    await within(form).findByText("It cannot be reached.");
    const described = within(form)
      .getAllByRole("textbox")
      .slice(1)
      .map((input) => {
        const state = document.getElementById(input.getAttribute("aria-describedby") ?? "");
        return [state?.querySelector("svg")?.getAttribute("aria-label"), state?.textContent];
      });
    expect(described).toEqual([
      [undefined, ""],
      ["Works", "It answers with status 200."],
      ["Failed", "No server is listening there."],
      ["Works", "Found."],
      ["Failed", "It cannot be reached."],
    ]);
    expect(asked.every(({ method }) => method === "POST")).toBe(true);
    await user.type(within(form).getAllByRole("textbox")[3]!, "/x");
    expect(within(form).queryByText("No server is listening there.")).toBeNull();
    expect(within(form).getByText("Found.")).toBeTruthy();
  });

  it("does not check or save addresses while one is invalid", async () => {
    const user = show(fileWith({}));
    const form = addressForm();
    const inputs = () => within(form).getAllByRole<HTMLInputElement>("textbox");
    await enter(user, inputs()[0]!, "chat example");
    expect(inputs()[0]!.getAttribute("aria-invalid")).toBe("true");
    await enter(user, inputs()[0]!, "chat.example.org");
    await enter(user, inputs()[2]!, "chat.example.org");
    expect(within(form).getByRole<HTMLButtonElement>("button", { name: "Check as a client" }).disabled).toBe(
      true,
    );
    await user.click(within(form).getByRole("button", { name: "Save 5 addresses" }));
    expect(document.activeElement).toBe(inputs()[2]);
    expect(asked).toEqual([]);
  });
});

describe("problems", () => {
  it("offers one button for all problems of one kind", async () => {
    const undo = (path: string) => ({
      path,
      severity: "warning" as const,
      message: "Undone outside the panel.",
      fix: { label: "Apply again", operations: [{ op: "set" as const, path, value: 1 }] },
    });
    const paths = ["limits.user.maxBio", "limits.user.maxUsername"];
    const file = fileWith(addresses, { problems: paths.map(undo) });
    const user = show(file);
    const item = screen.getByText("Undone outside the panel.").closest("li")!;
    expect(within(item).getAllByRole("link")).toHaveLength(2);
    await user.click(within(item).getByRole("button"));
    await waitFor(() => expect(asked.some(({ method }) => method === "PATCH")).toBe(true));
    expect(asked.find(({ method }) => method === "PATCH")?.body).toMatchObject({
      operations: paths.map((path) => ({ op: "set", path, value: 1 })),
    });
  });
});

describe("a problem", () => {
  it("is titled by what is wrong if the label of its setting names a task", () => {
    show(fileWith({ ...addresses, "limits.absoluteRate.register.enabled": false }));
    const title = screen.getByRole("link", { name: "Registration is open to everybody" });
    expect(title.closest("li")?.textContent).toContain("anybody can create any number of accounts");
  });
});

describe("first steps", () => {
  it("names the next step, counts completed steps and links to the field on this page", async () => {
    const user = show(fileWith({ "general.instanceName": "Harbor" }));
    expect(screen.getByRole("heading", { name: "Next: set the addresses" })).toBeTruthy();
    expect(screen.getByText("2 of 5 first steps done")).toBeTruthy();
    const [, button] = screen.getAllByRole("link", { name: "Set the addresses" });
    await user.click(button!);
    expect(document.activeElement).toBe(within(addressForm()).getAllByRole("textbox")[0]);
  });

  it("disappears when all steps are done", () => {
    const done = {
      ...addresses,
      "general.instanceName": "Harbor",
      "register.requireInvite": true,
      "email.provider": "smtp",
    };
    show(fileWith(done), { bots: 1 });
    expect(screen.queryByText(/first steps done/)).toBeNull();
    cleanup();
    show(fileWith(done), { bots: 0 });
    expect(screen.getByRole("heading", { name: "Next: create a bot" })).toBeTruthy();
  });

  it("stays hidden after it was hidden", async () => {
    const user = show(fileWith({}));
    await user.click(screen.getByRole("button", { name: "Hide steps" }));
    expect(screen.queryByText(/first steps done/)).toBeNull();
    expect(document.cookie).toContain("instance-admin.first-steps=hidden");
    cleanup();
    show(fileWith({}), { isHidden: true });
    expect(screen.queryByText(/first steps done/)).toBeNull();
  });
});

describe("recent changes", () => {
  const change = { path: "limits.user.maxBio", known: true, before: null, after: 500 };
  const revisions = [
    version(3, { note: "less to read", changes: [change, { ...change, path: "limits.user.maxUsername" }] }),
    version(2, { author: "outside the panel" }),
    version(1, { author: "system", changes: null }),
  ];
  const recent: RevisionPage = { revisions, total: 3, next: null, searched: 3, authors: [] };

  it("shows what changed, who changed it and why, and what undoing any of them does", async () => {
    const user = show(fileWith(addresses, { etag: revisions[0]!.etag }), { recent });
    const rows = screen
      .getAllByRole("listitem")
      .filter((row) => row.querySelector("a[href^='/settings/history/']"));
    expect(rows).toHaveLength(3);
    expect(rows[0]!.textContent).toMatch(
      /changed from 190 characters to  500 characters and 1 more.*mara · 1 Aug 2026, .*“less to read”/,
    );
    expect(rows[1]!.textContent).toMatch(/Only the layout of the text.*Outside the panel/);
    expect(screen.getAllByRole("button", { name: /^Undo/ })).toHaveLength(1);
    const { changes: _, ...head } = revisions[0]!;
    const line = { ...change, before: null, after: 500, now: 700, state: "changed" };
    answers.set("GET /api/panel/config/revisions/3/undo", () => ({ ...head, base: "7", lines: [line] }));
    await user.click(screen.getByRole("button", { name: "Undo version 3" }));
    const dialog = await screen.findByRole("dialog", { name: /^Undo the change of “/ });
    expect(dialog.textContent).toMatch(/700 characters.*Changed since/);
    const undo = within(dialog).getByRole("button", { name: /^Set back to default/ });
    expect(document.activeElement).toBe(undo);
    answers.set("POST /api/panel/config/revisions/3/undo", () => fileWith(addresses, { etag: "8" }));
    answers.set("GET /api/panel/config", () => fileWith(addresses, { etag: "8" }));
    await user.type(within(dialog).getByLabelText("Note"), "Too long{Enter}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(asked.find(({ method }) => method === "POST")?.body).toEqual({
      paths: [change.path],
      note: "Too long",
    });
  });
});
