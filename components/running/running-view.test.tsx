// @vitest-environment happy-dom
import { QueryClient } from "@tanstack/react-query";
import { cleanup, render, screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import { runningQuery } from "@/components/settings/queries/running";
import { statusQuery } from "@/components/shell/queries/status";
import type { RunningReport } from "@/lib/shared/contract/running";
import { sampleDocument } from "@/testing/sample-document";
import { sampleRunning } from "@/testing/sample-apply";
import { sampleStatus } from "@/testing/sample-status";
import { WithConfig } from "@/testing/with-config";
import { WithRouter } from "@/testing/with-router";
import { RunningView } from "./running-view";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const report = sampleRunning();

/** Renders the page. `goTo` changes the URL while the page stays mounted. */
function shown(from = report, status = sampleStatus()) {
  // No request is ever answered, so the checks before the apply stay in progress.
  vi.stubGlobal("fetch", () => new Promise(() => undefined));
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  client.setQueryData(runningQuery().queryKey, from);
  client.setQueryData(statusQuery().queryKey, status);
  const router = { replace: vi.fn() };
  const page = (search: string) => (
    <WithConfig file={sampleDocument({}, [])} client={client}>
      <WithRouter pathname="/running" search={search} own={router}>
        <RunningView operator="keeper" />
      </WithRouter>
    </WithConfig>
  );
  const { rerender } = render(page(""));
  return { router, goTo: (search: string) => rerender(page(search)) };
}

it('the page about the changes to apply opens the confirmation each time "Save and apply" is clicked', async () => {
  const { router, goTo } = shown();
  expect(screen.queryByRole("dialog")).toBeNull();
  for (let nth = 1; nth <= 2; nth += 1) {
    goTo("?apply");
    expect(screen.getByRole("dialog")).toBeDefined();
    await userEvent.keyboard("{Escape}");
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(router.replace).toHaveBeenCalledTimes(nth);
    goTo("");
  }
});

it("the page shows the checks before an apply while changes wait", () => {
  const pending = { state: "pending", needs: "restart", secret: false, runs: 190, file: 1000 } as const;
  shown(sampleRunning({ settings: [{ path: "limits.user.maxBio", ...pending }] }));
  const checks = screen.getByRole("region", { name: "Checks before the apply" });
  expect(checks.textContent).toContain("Checking the file, the addresses in it, and the instance");
});

it("the page says how a change takes effect with the way that the panel uses", () => {
  const settings: RunningReport["settings"] = [
    { path: "limits.user.maxBio", state: "pending", needs: "reload", secret: false, runs: 190, file: 1000 },
  ];
  shown(sampleRunning({ settings }));
  const words = () => screen.getByRole("list", { name: "Changes to apply" }).textContent;
  expect(words()).toContain("at restart");
  cleanup();
  const ways: RunningReport["ways"] = [{ way: "broker", isRestart: false, leaves: [] }];
  shown(sampleRunning({ settings, ways, reload: "broker" }));
  expect(words()).toContain("at reload");
});

it("what the instance reported before an outage has no mark of proof", () => {
  const known = {
    etag: "1".repeat(64),
    at: "2026-11-22T14:03:00Z",
    by: "told",
    works: true,
    claim: "works",
  } as const;
  const running = sampleRunning({ known, startedAt: "2026-11-22T14:00:00Z" });
  const process = () => screen.getByText("Process").closest("li")!;
  shown(running, sampleStatus());
  expect(process().textContent).toContain("reported by the instance");
  expect(within(process()).getByRole("img").getAttribute("aria-label")).toBe("Proven");
  cleanup();
  const parts = [{ name: "api", isUp: false, ms: null, reason: null }] as const;
  shown(running, sampleStatus({ state: "down", parts: [...parts] }));
  expect(process().textContent).toContain("reported before the outage");
  expect(within(process()).getByRole("img").getAttribute("aria-label")).toBe("Not verified");
});
