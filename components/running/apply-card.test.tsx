// @vitest-environment happy-dom
import { QueryClient } from "@tanstack/react-query";
import { act, cleanup, render, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import { runningQuery } from "@/components/settings/queries/running";
import { useConfigStore } from "@/components/settings/store/config-form";
import type { ConfigStore } from "@/components/settings/store/config-store";
import { sampleApply, sampleRunning } from "@/testing/sample-apply";
import { sampleDocument } from "@/testing/sample-document";
import { panelAnswer } from "@/testing/panel-answer";
import { Toaster } from "@/components/ui/toaster";
import "@/components/ui/toaster-host";
import { WithConfig } from "@/testing/with-config";
import type { ApplyCheck, ApplyPreview, ApplyView } from "@/lib/shared/contract/running";
import { ApplyCard } from "./apply-card";
import { RunningView } from "./running-view";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const step = (state: ApplyView["steps"][number]["state"], checks: ApplyCheck[] = []) => ({
  state,
  at: 1_000,
  endedAt: 7_000,
  isOk: true,
  note: null,
  checks,
});

/** Renders the apply's card, or `view` instead, and records the requests. */
function shown(
  apply: ApplyView,
  answers: Record<string, unknown> = {},
  view = <ApplyCard apply={apply} operator="keeper" />,
) {
  const sent: string[] = [];
  vi.stubGlobal("fetch", (url: string, { method = "GET", body }: RequestInit = {}) => {
    sent.push(`${method} ${url} ${body === undefined ? "" : String(body)}`.trim());
    return Promise.resolve(Response.json(answers[url] ?? sampleRunning({ apply: apply })));
  });
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  client.setQueryData(runningQuery().queryKey, sampleRunning({ apply: apply }));
  render(
    <WithConfig file={sampleDocument({}, [])} client={client}>
      {view}
    </WithConfig>,
  );
  return { sent, card: within(screen.queryByRole("region", { name: "Apply" }) ?? document.body) };
}

it("an apply's card lists all checks and marks the ignored checks", () => {
  const checks: ApplyCheck[] = [
    { name: "api", isUp: true, ms: 12, hasRestarted: true },
    { name: "cdn", isUp: true, ms: 1_400 },
    { name: "gateway", isUp: false, reason: "No service is listening on this port.", isIgnored: true },
    { name: "client:signed-in", isUp: false, reason: "No response.", isIgnored: true },
  ];
  const { card } = shown(
    sampleApply({ state: "confirmed", takenBack: [], steps: [step("confirming", checks)] }),
  );
  const lines = within(card.getByRole("list", { name: "Checks" })).getAllByRole("listitem");
  expect(lines.map(({ textContent }) => textContent)).toEqual([
    "Yes:API answersrestarted · 12\u00a0ms",
    "Yes:CDN answersno restart seen · 1\u00a0s",
    "Ignored:The gateway was already down before the apply.",
    "Ignored:Also failed before the apply: A signed-in request works",
  ]);
  expect(card.getByText(/^6\ss$/)).toBeTruthy();
});

it("an apply's card does not mark a check as passed if the instance proves nothing", () => {
  const reason = "The instance does not report its settings.";
  const checks: ApplyCheck[] = [
    { name: "api", isUp: true },
    { name: "gateway", isUp: false, reason: "No Hello." },
    { name: "pending", isUp: true, isUnproven: true, reason },
  ];
  const { card } = shown(
    sampleApply({ state: "asking", endedAt: null, takenBack: [], checks, steps: [step("asking")] }),
  );
  expect(card.getByText(`Not verified:`)).toBeTruthy();
  expect(card.getByText(/The API responds, but 1 check below failed/)).toBeTruthy();
});

const failedStep = (state: Parameters<typeof step>[0], checks: ApplyCheck[] = []) => ({
  ...step(state, checks),
  isOk: false,
});
const [apiDown, cdnDown]: ApplyCheck[][] = [
  [{ name: "api", isUp: false, reason: "No answer." }],
  [{ name: "cdn", isUp: false, reason: "No answer." }],
];

it.each([
  ["failed", [failedStep("requested")], "Nothing was applied"],
  ["failed", [step("requested"), failedStep("applying")], "The apply failed"],
  ["failed", [step("applying"), failedStep("confirming", apiDown)], "The instance was not up when"],
  ["failed", [step("applying"), failedStep("confirming", cdnDown)], "Some checks failed"],
  ["rolled-back", [step("applying"), failedStep("confirming", cdnDown)], "The instance was not healthy with"],
  ["rolled-back", [step("applying"), failedStep("confirming")], "The version was not confirmed"],
  ["rolled-back", [failedStep("applying")], "The version was not confirmed"],
  ["rolled-back", [step("confirming"), failedStep("checking-in")], "The version was not confirmed"],
] as const)("an apply that %s after %j is titled by what its checks found", (state, steps, title) => {
  const { card } = shown(sampleApply({ state, reason: "Why.", takenBack: [], steps: [...steps] }));
  expect(card.getByText(new RegExp(`^${title}`))).toBeTruthy();
});

it("if a check fails, the operator can keep the new version or roll back", async () => {
  const checks: ApplyCheck[] = [{ name: "gateway", isUp: false, reason: "No Hello." }];
  const asking = { state: "asking", endedAt: null, takenBack: [], secondsLeft: 42, checks } as const;
  const { card, sent } = shown(sampleApply({ ...asking, checks, takenBack: [] }));
  expect(card.getByText(/Without a decision, the panel rolls back in 42/)).toBeTruthy();
  expect(card.getByRole("button", { name: "Roll back now" })).toBeTruthy();
  await userEvent.click(card.getByRole("button", { name: "Keep it anyway" }));
  await waitFor(() => expect(sent).toContain('POST /api/panel/running/apply/1/answer {"answer":"keep"}'));
});

it("an apply's card offers both values if a setting changed during the apply", () => {
  const change = { path: "general.instanceName", known: true, before: "Harbor", after: "Cove" };
  const { card } = shown(
    sampleApply({
      state: "contested",
      endedAt: null,
      takenBack: [],
      contested: [{ change, author: "jon", authorKind: "operator" }],
    }),
  );
  expect(card.getByText("Changed by jon.")).toBeTruthy();
  for (const name of ["Keep the newer values", "Restore the earlier values"])
    expect(card.getByRole("button", { name })).toBeTruthy();
});

it('the apply dialog names its action with "anyway" if the preflight has found an error', async () => {
  const preview: ApplyPreview = {
    baseline: [
      { name: "api", isUp: true, ms: 3 },
      { name: "gateway", isUp: false, reason: "No Hello." },
    ],
    preflight: {
      etag: "1",
      at: "2026-11-22T10:00:00.000Z",
      level: "red",
      parts: [
        {
          name: "broker",
          title: "Message broker",
          level: "red",
          findings: [{ level: "red", message: "No service is listening on this port." }],
        },
      ],
    },
  };
  const answers = { "/api/panel/running/apply/preview": preview };
  shown(sampleApply({ state: "confirmed", takenBack: [] }), answers, <RunningView operator="keeper" />);
  await userEvent.click(screen.getByRole("button", { name: "Restart the instance…" }));
  const dialog = within(await screen.findByRole("dialog"));
  expect(await dialog.findByText("The gateway is already down, so this apply ignores it.")).toBeTruthy();
  expect(dialog.getByText("No service is listening on this port.")).toBeTruthy();
  expect(dialog.getByRole("button", { name: "Restart the instance anyway" })).toBeTruthy();
});

it("the apply dialog applies the version that it was opened with, and closes if the file has changed", async () => {
  const stores: ConfigStore[] = [];
  const Reporter = () => {
    const store = useConfigStore();
    return <span ref={() => void stores.splice(0, 1, store)} />;
  };
  const tags: (string | null)[] = [];
  shown(
    sampleApply({ state: "confirmed", takenBack: [] }),
    {},
    <>
      <Toaster />
      <Reporter />
      <RunningView operator="keeper" />
    </>,
  );
  const [store] = stores;
  const opened = store?.summary().etag;
  vi.stubGlobal("fetch", (_: string, { method, headers }: RequestInit = {}) => {
    if (method !== "POST") return Promise.resolve(panelAnswer(sampleDocument({}, [], { etag: "newest" })));
    tags.push(new Headers(headers).get("if-match"));
    return Promise.resolve(Response.json({ detail: "The file changed." }, { status: 412 }));
  });
  const open = () => userEvent.click(screen.getByRole("button", { name: "Restart the instance…" }));
  const apply = async () =>
    userEvent.click(await screen.findByRole("button", { name: "Restart the instance" }));
  await open();
  act(() => store?.receive(sampleDocument({}, [], { etag: "newer" })));
  await apply();
  await screen.findByText("The file changed.");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await open();
  await apply();
  await waitFor(() => expect(tags).toEqual([`"${opened}"`, '"newest"']));
});
