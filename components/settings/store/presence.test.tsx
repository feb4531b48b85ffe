// @vitest-environment happy-dom
import { cleanup, renderHook } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { offerDialog, settle } from "@/components/shell/form/identity";
import { call } from "@/components/shell/queries/call";
import { panelAnswer } from "@/testing/panel-answer";
import { usePresence } from "./presence";

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("a report of unsaved changes fails without asking for a new session", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "setInterval"] });
  const answers: Response[] = [];
  vi.stubGlobal("navigator", { userAgent: "" });
  vi.stubGlobal(
    "EventSource",
    class extends EventTarget {
      close(): void {}
    },
  );
  vi.stubGlobal("fetch", async () => {
    const answer = panelAnswer({ code: "unauthorized" }, { status: 401 });
    answers.push(answer);
    return Promise.resolve(answer);
  });
  let asked = 0;
  const withdraw = offerDialog((question) => {
    if (question === null) return;
    asked += 1;
    queueMicrotask(() => settle(false));
  });
  renderHook(() => usePresence(["general.instanceName"]));
  await vi.advanceTimersByTimeAsync(800);
  await vi.waitFor(() => expect(answers[0]?.bodyUsed).toBe(true));
  // The same request on an operator's behalf asks.
  const own = call("POST /presence", { body: { tab: "tab", paths: [] } });
  await expect(own).rejects.toMatchObject({ status: 401 });
  expect(asked).toBe(1);
  withdraw();
});
