// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen, within } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import type { Finding } from "@/lib/shared/contract/doctor";
import { DoctorCard } from "./doctor-card";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function show(findings: Finding[], refusal: string | null = null) {
  vi.stubGlobal("fetch", () => new Promise(() => undefined));
  render(
    <QueryClientProvider client={new QueryClient()}>
      <DoctorCard initial={{ checkedAt: 1_795_800_000_000, isRunning: false, refusal, findings }} />
    </QueryClientProvider>,
  );
}

it("the setup's errors come first, then its warnings, and all other checks are folded", () => {
  show([
    { check: "memory", state: "ok", message: "900 MB of memory is free." },
    { check: "proxy", state: "warning", message: "List the proxy." },
    { check: "growth", state: "skipped", message: "There is no SQLite database." },
    { check: "database", state: "error", message: "Restore a backup." },
  ]);
  const problems = within(screen.getByRole("list", { name: "Problems of the setup" }));
  expect(problems.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
    "Error:databaseRestore a backup.",
    "Warning:proxyList the proxy.",
  ]);
  expect(screen.getByText("1 check is fine, 1 does not apply here").closest("details")?.open).toBe(false);
});

it("a setup without problems is one line", () => {
  show([
    { check: "memory", state: "ok", message: "900 MB of memory is free." },
    { check: "panel", state: "ok", message: "The panel is healthy." },
  ]);
  expect(screen.getByText("2 checks are fine").tagName).toBe("SUMMARY");
});

it("a panel that cannot run the checks shows why, and offers no button", () => {
  show([], "The panel may use only 128 MiB of memory.");
  expect(screen.getByText("The panel may use only 128 MiB of memory.")).toBeDefined();
  expect(screen.queryByRole("button")).toBeNull();
});
