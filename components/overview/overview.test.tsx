// @vitest-environment happy-dom
import { QueryClient } from "@tanstack/react-query";
import { cleanup, render, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { ConfigSnapshot } from "@/lib/shared/contract/config-snapshot";
import type { HiddenWarning } from "@/lib/shared/contract/hidden-warnings";
import type { ConnectionView } from "@/lib/shared/contract/instance";
import type { Revision, RevisionPage, UndoneValue } from "@/lib/shared/contract/history";
import type { RunningReport } from "@/lib/shared/contract/running";
import type { InstanceStatus, WatchAnswer } from "@/lib/shared/contract/watch";
import { defaultDocument, setAt } from "@/lib/shared/settings/values";
import { WithConfig } from "@/testing/with-config";
import { sampleApply, sampleRunning } from "@/testing/sample-apply";
import { sampleDocument } from "@/testing/sample-document";
import { sampleStatus } from "@/testing/sample-status";
import { samplePart, sampleWatch } from "@/testing/sample-watch";
import { statusQuery } from "@/components/shell/queries/status";
import { Overview } from "./overview";

/** The requests that change something. GET requests are answered but not recorded. */
const asked: { method: string; path: string; body: unknown }[] = [];
const answers = new Map<string, (body: unknown) => unknown>();

vi.stubGlobal("fetch", async (path: string, init?: RequestInit) => {
  const body: unknown = init?.body === undefined ? undefined : JSON.parse(String(init.body));
  const method = init?.method ?? "GET";
  if (method !== "GET") asked.push({ method, path, body });
  const answer = answers.get(`${method} ${path}`);
  return answer ? Response.json(answer(body)) : Response.json({ detail: "No." }, { status: 500 });
});

/** The warnings that are hidden on the server. */
let hidden: HiddenWarning[] = [];

afterEach(() => {
  cleanup();
  hidden = [];
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
  authorKind: "operator",
  note: null,
  at: "2026-08-01T00:00:00.000Z",
  changes: [],
  ...rest,
});

const hour = 3_600_000;
const none: RevisionPage = { revisions: [], total: 0, next: null, searched: 0, authors: [] };

interface Shown {
  recent?: RevisionPage;
  bots?: number;
  isHidden?: boolean;
  watch?: Partial<WatchAnswer>;
  running?: Partial<RunningReport>;
  status?: Partial<InstanceStatus>;
  undone?: UndoneValue[];
  connection?: Partial<ConnectionView>;
}

const connected: ConnectionView = {
  mode: "connected",
  url: "https://chat.example.org/api",
  isUrlFixed: true,
  hasOperatorToken: true,
  isTokenFixed: true,
  isFileOfOthers: false,
  isAnswered: true,
  suggestion: null,
};

function show(file: ConfigSnapshot, shown: Shown = {}) {
  const { recent = none, bots = 0, isHidden = false, undone = [] } = shown;
  const [watch, running] = [sampleWatch(shown.watch), sampleRunning(shown.running)];
  const status = sampleStatus(shown.status);
  const user = userEvent.setup();
  answers.set("GET /api/panel/watch?range=24h", () => watch);
  answers.set("GET /api/panel/running", () => running);
  answers.set("GET /api/panel/status", () => status);
  answers.set("GET /api/panel/hidden-warnings", () => hidden);
  answers.set("GET /api/panel/config/undone", () => undone);
  answers.set("GET /api/panel/config?lists=counted", () => file);
  answers.set("GET /api/panel/config/revisions", () => recent);
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  client.setQueryData(statusQuery().queryKey, status);
  render(
    <WithConfig file={file} client={client}>
      <main id="content" tabIndex={-1}>
        <Overview
          recent={recent}
          bots={bots}
          isFirstStepsHidden={isHidden}
          watch={watch}
          running={running}
          undone={undone}
          connection={{ ...connected, ...shown.connection }}
        />
      </main>
    </WithConfig>,
  );
  return user;
}

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

describe("the form for missing addresses", () => {
  it("derives all missing addresses from one domain and saves them together", async () => {
    const file = fileWith({});
    const user = show(file);
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
    await waitFor(() => expect(screen.queryByRole("form")).toBeNull());
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

  it("derives the missing addresses from the addresses that are already set", () => {
    show(
      fileWith({
        "general.serverName": "chat.example.org",
        "api.endpointPublic": "https://x.example.org/api",
      }),
      { isHidden: true },
    );
    expect(screen.getByText("3 addresses are not set")).toBeTruthy();
    expect(valuesIn(addressForm())).toEqual(Object.values(addresses).slice(2));
  });

  it("shows the result of an address's check until the operator edits the address", async () => {
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

  it("cannot be checked or saved while an address is invalid", async () => {
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

describe("the list of problems", () => {
  it("offers one button for all problems of the same kind", async () => {
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
    await user.click(within(item).getByRole("button", { name: "Explain" }));
    expect(within(item).getAllByRole("link")).toHaveLength(2);
    await user.click(within(item).getByRole("button", { name: "Apply again" }));
    await waitFor(() => expect(asked.some(({ method }) => method === "PATCH")).toBe(true));
    expect(asked.find(({ method }) => method === "PATCH")?.body).toMatchObject({
      operations: paths.map((path) => ({ op: "set", path, value: 1 })),
    });
  });
});

describe("a problem", () => {
  it("has a title that states what is wrong", () => {
    show(fileWith({ ...addresses, "limits.absoluteRate.register.enabled": false }));
    const title = screen.getByRole("link", { name: "Registration is open to everybody" });
    expect(title.closest("li")?.textContent).toContain("anybody can create any number of accounts");
  });
});

describe('"Needs you"', () => {
  const titles = (group: "Now" | "When you have time") =>
    within(screen.getByRole("region", { name: group }))
      .getAllByRole("img", { hidden: true })
      .map(
        (icon) =>
          `${icon.getAttribute("aria-label")}: ${icon.closest("li")?.querySelector("p")?.textContent}`,
      );
  const rowOf = (title: string) => within(screen.getByText(title).closest("li")!);

  it("separates what is urgent from what may wait, and leaves an outage to the status line", async () => {
    const at = Date.now();
    const pending = { state: "pending", needs: "restart", secret: false, runs: 1, file: 2 } as const;
    const paths = [
      "general.instanceName",
      "limits.user.maxBio",
      "limits.user.maxUsername",
      "gif.enabled",
      "gif.apiKey",
    ];
    show(
      fileWith(addresses, {
        problems: [
          { path: "limits.user.maxBio", severity: "warning", message: "Too short." },
          { path: "email.provider", severity: "error", message: "Not usable." },
        ],
      }),
      {
        watch: {
          at,
          parts: [
            samplePart("api", {
              isUp: false,
              ms: null,
              reason: "Nothing runs on this port.",
              certificateDays: 3,
            }),
            samplePart("gateway"),
          ],
          backup: { at: at - 9 * 24 * hour, folder: "/srv/backup" },
        },
        running: {
          settings: paths.map((path) => ({ ...pending, path })),
          apply: sampleApply({ version: 39, endedAt: new Date(at - hour).toISOString() }),
        },
        undone: [
          {
            path: "gif.enabled",
            known: true,
            saved: true,
            now: false,
            secret: false,
            isRemoved: { saved: false, now: false },
            revision: 7,
            author: "mara",
            authorKind: "operator",
            savedAt: "2026-11-22T10:00:00.000Z",
            undoneAt: "2026-11-22T11:00:00.000Z",
          },
        ],
        connection: { mode: "standalone", isFileOfOthers: true, isAnswered: false },
        isHidden: true,
      },
    );
    await screen.findByText("1 saved value undone outside the panel");
    expect(titles("Now")).toEqual([
      "Error: Mail provider",
      "Warning: 5 changes to apply",
      "Warning: 1 saved value undone outside the panel",
      "Warning: This file appears to belong to another server",
    ]);
    expect(titles("When you have time")).toEqual([
      "Warning: The apply of version 39 was rolled back",
      "Warning: A certificate expires soon",
      "Warning: No backup for 9 days",
      expect.stringMatching(/^Warning: /),
    ]);
    expect(rowOf("5 changes to apply").getByRole("link").getAttribute("href")).toBe("/running?apply");
    expect(rowOf("5 changes to apply").getByText(/^Instance name, .*, and 2 more/)).toBeTruthy();
    expect(
      rowOf("1 saved value undone outside the panel").getByRole("button", { name: "Apply again" }),
    ).toBeTruthy();
    expect(rowOf("The apply of version 39 was rolled back").getByRole("link").textContent).toBe(
      "See what happened",
    );
  });

  it("shows one row of what may wait, but all errors", () => {
    const problem = (severity: "error" | "warning", nth: number) => ({
      severity,
      message: `${severity} ${nth}`,
    });
    const problems = Array.from({ length: 12 }, (_, nth) => problem(nth < 5 ? "error" : "warning", nth));
    show(fileWith(addresses, { problems }));
    expect(screen.getByText("6 more").closest("details")?.querySelectorAll("li")).toHaveLength(6);
    expect(screen.getByText("warning 5").closest("details")).toBeNull();
    expect(screen.getByText("error 4").closest("details")).toBeNull();
  });

  it("omits a failed apply that is older than a week", () => {
    show(fileWith(addresses, { problems: [] }), {
      running: {
        apply: sampleApply({ state: "failed", endedAt: new Date(Date.now() - 8 * 24 * hour).toISOString() }),
      },
    });
    expect(screen.queryByText(/The last apply|was rolled back|failed/)).toBeNull();
  });

  it("uses the first sentence of a problem's message as the row's title", () => {
    const message = "config.json is open to others. Run: chmod o-rwx /srv/config.json";
    show(
      fileWith(addresses, {
        problems: [
          { severity: "warning", message },
          { severity: "error", message: "The file is empty.", line: 1, column: 1 },
        ],
      }),
    );
    expect(titles("When you have time")).toContain("Warning: config.json is open to others");
    const row = screen.getByText("config.json is open to others").closest("li");
    expect(row?.textContent).toMatch(/others.?Run: chmod o-rwx \/srv\/config\.json/);
    expect(rowOf("The file is empty.").getByText("Line 1, column 1.")).toBeTruthy();
  });
});

describe("a warning that may wait", () => {
  it("can be hidden with a reason, and is then listed with its end", async () => {
    const warnings = [{ severity: "warning" as const, message: "The file is open to others." }];
    const user = show(fileWith(addresses, { problems: warnings }), { isHidden: true });
    const group = within(screen.getByRole("region", { name: "When you have time" }));
    await user.click(group.getByRole("button", { name: "Explain" }));
    await user.click(group.getByRole("button", { name: "Got it…" }));
    const dialog = within(await screen.findByRole("dialog"));
    await user.click(dialog.getByRole("button", { name: "Got it" }));
    expect(asked).toEqual([]);
    await user.type(dialog.getByLabelText("Reason"), "One machine, one user");
    answers.set("POST /api/panel/hidden-warnings", (body) => [
      {
        ...(body as HiddenWarning),
        id: 1,
        actor: "mara",
        at: Date.now(),
        until: Date.now() + 30 * 24 * hour,
      },
    ]);
    await user.click(dialog.getByRole("button", { name: "Got it" }));
    expect(await screen.findByText("1 hidden")).toBeTruthy();
    expect(asked[0]?.body).toEqual({
      key: "warning The file is open to others.",
      title: "The file is open to others.",
      reason: "One machine, one user",
      days: 30,
    });
    expect(screen.getByText(/mara: “One machine, one user”/)).toBeTruthy();
    answers.set("DELETE /api/panel/hidden-warnings/1", () => []);
    await user.click(screen.getByRole("button", { name: "Show again" }));
    await waitFor(() => expect(screen.queryByText("1 hidden")).toBeNull());
    expect(screen.getByText("The file is open to others.")).toBeTruthy();
  });

  it("cannot be hidden if it is an error", () => {
    show(fileWith(addresses, { problems: [{ severity: "error", message: "Broken." }] }), { isHidden: true });
    const now = within(screen.getByRole("region", { name: "Now" }));
    expect(now.queryByRole("button", { name: "Got it…" })).toBeNull();
  });
});

describe("the status line", () => {
  const line = () => screen.getByLabelText("Status");

  it("shows the uptime of an instance that is up, and when it was checked", () => {
    show(fileWith(addresses), {
      watch: { parts: [samplePart("api", { since: Date.now() - 40 * 24 * hour })] },
    });
    expect(line().textContent).toMatch(/^Up100% in 24 h.*checked just now$/);
    expect(line().getAttribute("role")).toBeNull();
  });

  it("is the headline of an outage, with its parts, its reason and a restart", () => {
    const at = Date.now();
    const failed = { isUp: false, ms: null, reason: "Nothing runs on this port." };
    show(fileWith(addresses), {
      status: {
        ...{ state: "down", since: at - 240_000, at },
        parts: [
          { name: "api", ...failed },
          { name: "gateway", ...failed },
          { name: "mail", isUp: true, ms: 4, reason: null },
        ],
      },
      running: {
        apply: sampleApply({ state: "confirmed", version: 43, endedAt: new Date(at - hour).toISOString() }),
      },
    });
    expect(screen.getByRole("alert", { name: "Status" }).textContent).toMatch(
      /^Down since .* \(4 min\)API, Gateway · Nothing runs on this port\./,
    );
    expect(within(line()).getByRole("link", { name: "Restart the instance…" }).getAttribute("href")).toBe(
      "/running?apply",
    );
    expect(screen.getByText("Version 43 was applied 56 min before the outage")).toBeTruthy();
  });

  it("offers no restart that the panel cannot do, and does not suspect an old apply", () => {
    const at = Date.now();
    show(fileWith(addresses), {
      status: { state: "down", since: at - 60_000, at },
      running: {
        ways: [],
        reload: null,
        apply: sampleApply({ state: "confirmed", endedAt: new Date(at - 25 * hour).toISOString() }),
      },
    });
    expect(within(line()).queryByRole("link", { name: /Restart/ })).toBeNull();
    expect(screen.queryByText(/before the outage/)).toBeNull();
  });

  it("changes with the result of a check, together with the row of the service", async () => {
    const user = show(fileWith(addresses), { watch: { parts: [samplePart("api")] } });
    answers.set("POST /api/panel/watch/check", () =>
      sampleWatch({ parts: [samplePart("api", { isUp: false, ms: null })] }),
    );
    answers.set("GET /api/panel/status", () =>
      sampleStatus({
        state: "down",
        since: Date.now(),
        parts: [{ name: "api", isUp: false, ms: null, reason: null }],
      }),
    );
    await user.click(screen.getByRole("button", { name: "Check now" }));
    await waitFor(() => expect(line().textContent).toMatch(/^Down since/));
    expect(screen.getByRole("listitem", { name: "API" }).textContent).toContain("Down");
  });
});

describe("the list of first steps", () => {
  it("counts the completed steps and lists the others, with the form for the addresses", () => {
    show(fileWith({ "general.instanceName": "Harbor" }));
    expect(screen.getByRole("heading", { name: "First steps 2 of 5 done" })).toBeTruthy();
    expect(addressForm()).toBeTruthy();
    expect(screen.queryByText(/addresses are not set/)).toBeNull();
    expect(screen.getByRole("link", { name: "Choose a provider" })).toBeTruthy();
    expect(screen.queryByText("Name your instance")).toBeNull();
  });

  it("disappears when three steps are done, and while the file cannot be read", () => {
    const two = { ...addresses, "general.instanceName": "Harbor" };
    const open = [
      {
        path: "register.disabled",
        severity: "warning" as const,
        message: "Open.",
        rule: "registration-open",
      },
    ];
    show(fileWith(two, { problems: open }));
    expect(screen.getByText(/First steps/)).toBeTruthy();
    cleanup();
    show(fileWith({ ...two, "email.provider": "smtp" }, { problems: open }));
    expect(screen.queryByText(/First steps/)).toBeNull();
    cleanup();
    const broken = fileWith({});
    show({ ...broken, problems: [], file: { ...broken.file, state: "broken" } });
    expect(screen.queryByText(/First steps/)).toBeNull();
  });

  it("stays hidden after the operator has hidden it", async () => {
    const user = show(fileWith({}));
    await user.click(screen.getByRole("button", { name: "Hide steps" }));
    expect(screen.queryByText(/First steps/)).toBeNull();
    expect(document.cookie).toContain("instance-admin.first-steps=hidden");
    cleanup();
    show(fileWith({}), { isHidden: true });
    expect(screen.queryByText(/First steps/)).toBeNull();
  });
});

describe("the list of recent changes", () => {
  const change = { path: "limits.user.maxBio", known: true, before: null, after: 500 };
  const revisions = [
    version(3, { note: "less to read", changes: [change, { ...change, path: "limits.user.maxUsername" }] }),
    version(2, { author: "outside the panel", authorKind: "outside" }),
    version(1, { author: "system", authorKind: "panel", changes: null }),
  ];
  const recent: RevisionPage = { revisions, total: 3, next: null, searched: 3, authors: [] };

  it("shows each change's author and note, and previews an undo", async () => {
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
    const dialog = await screen.findByRole("dialog", { name: /^Undo the change to “/ });
    expect(dialog.textContent).toMatch(/700 characters.*Changed since/);
    const undo = within(dialog).getByRole("button", { name: /^Set back to default/ });
    expect(document.activeElement).toBe(undo);
    answers.set("POST /api/panel/config/revisions/3/undo", () => fileWith(addresses, { etag: "8" }));
    answers.set("GET /api/panel/config?lists=counted", () => fileWith(addresses, { etag: "8" }));
    await user.type(within(dialog).getByLabelText("Note"), "Too long{Enter}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(asked.find(({ method }) => method === "POST")?.body).toEqual({
      paths: [change.path],
      note: "Too long",
    });
  });
});
