// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import { panelAnswer } from "@/testing/panel-answer";
import { sampleDocument } from "@/testing/sample-document";
import { WithConfig } from "@/testing/with-config";
import { ImportCard } from "./import-card";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** Previews that wait for `answer`, in the order of their requests. */
function waitingPreviews() {
  const waiting: ((name: string) => void)[] = [];
  vi.stubGlobal(
    "fetch",
    () =>
      new Promise<Response>((resolve) => {
        waiting.push((value) => {
          const path = "general.instanceName";
          const operations = [{ op: "set", path, value }];
          const changes = [{ path, known: true, before: null, after: value }];
          resolve(panelAnswer({ operations, changes, problems: [], contradictions: [], ignored: [] }));
        });
      }),
  );
  return {
    /** Answers a request and waits until the page has the answer. */
    async answer(nth: number, name: string) {
      await waitFor(() => expect(waiting.length).toBeGreaterThan(nth));
      waiting[nth]?.(name);
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

const compared = () => screen.queryByLabelText("Result of the comparison")?.textContent;

it("an import shows only the comparison of the chosen mode and the text", async () => {
  const { answer } = waitingPreviews();
  const user = userEvent.setup();
  const file = sampleDocument({}, []);
  render(
    <WithConfig file={file}>
      <ImportCard />
    </WithConfig>,
  );
  const text = screen.getByLabelText("Or paste its text");
  await user.click(text);
  await user.paste('{"a": 1}');
  await user.click(screen.getByRole("button", { name: "Compare with the file" }));
  await user.click(screen.getByRole("radio", { name: /^Replace/ }));
  await user.click(screen.getByRole("radio", { name: /^Merge/ }));
  await answer(2, "merged");
  await waitFor(() => expect(compared()).toContain("merged"));
  await answer(1, "replaced");
  await answer(0, "first");
  expect(compared()).toContain("merged");
  await user.click(screen.getByRole("button", { name: "Compare with the file" }));
  await user.type(text, " ");
  await answer(3, "of the former text");
  expect(compared()).toBeUndefined();
});
