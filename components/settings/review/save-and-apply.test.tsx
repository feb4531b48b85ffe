// @vitest-environment happy-dom
import { QueryClient } from "@tanstack/react-query";
import { act, cleanup, render, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import type { ApplyView } from "@/lib/shared/contract/running";
import { panelAnswer } from "@/testing/panel-answer";
import { sampleApply, sampleRunning } from "@/testing/sample-apply";
import { sampleDocument } from "@/testing/sample-document";
import { WithConfig } from "@/testing/with-config";
import { WithRouter } from "@/testing/with-router";
import { useConfigStore } from "../store/config-form";
import type { ConfigStore } from "../store/config-store";
import { runningQuery } from "../queries/running";
import { SaveBar } from "./save-bar";

afterEach(() => {
  cleanup();
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

const path = "general.instanceName";

/** Renders the save bar with one unsaved value and the given last apply. */
async function shown(last: ApplyView, value: string, push = vi.fn()): Promise<ConfigStore> {
  const stores: ConfigStore[] = [];
  const Reporter = () => {
    const store = useConfigStore();
    return <span ref={() => void stores.splice(0, 1, store)} />;
  };
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  client.setQueryData(runningQuery().queryKey, sampleRunning({ apply: last }));
  render(
    <WithConfig file={sampleDocument({}, [])} client={client}>
      <Reporter />
      <WithRouter own={{ push }}>
        <SaveBar />
      </WithRouter>
    </WithConfig>,
  );
  const [store] = stores;
  if (!store) throw new Error("The form was not rendered.");
  act(() => store.applyOperations([{ op: "set", path, value }]));
  await screen.findByRole("button", { name: /^Save \d/ });
  return store;
}

const offer = () => screen.queryByRole("button", { name: "Save and apply" });

it("the save bar does not offer to apply the values that the last apply rolled back", async () => {
  const store = await shown(sampleApply({}), "Harbor");
  expect(offer()).toBeNull();
  act(() => store.applyOperations([{ op: "set", path, value: "Haven" }]));
  await waitFor(() => expect(offer()).not.toBeNull());
  act(() => store.applyOperations([{ op: "set", path, value: "Harbor" }]));
  await waitFor(() => expect(offer()).toBeNull());
});

it("the save bar offers to apply values that the last apply did not roll back", async () => {
  await shown(sampleApply({}), "Haven");
  expect(offer()).not.toBeNull();
  cleanup();
  await shown(sampleApply({ state: "confirmed", takenBack: [] }), "Harbor");
  expect(offer()).not.toBeNull();
});

it("the save bar states that the apply in progress does not include the unsaved changes", async () => {
  await shown(sampleApply({ state: "confirming", endedAt: null, takenBack: [] }), "Haven");
  expect(screen.getByText(/An apply by mara is in progress/)).toBeTruthy();
  expect(offer()).toBeNull();
});

it("“Save and apply” asks about the apply after the save, even if Ctrl+S is pressed during the save", async () => {
  let answer: (response: Response) => void = () => undefined;
  vi.stubGlobal("fetch", (_: string, { method }: RequestInit = {}) =>
    method === "PATCH"
      ? new Promise<Response>((resolve) => (answer = resolve))
      : Promise.resolve(panelAnswer(sampleRunning({}))),
  );
  const push = vi.fn();
  await shown(sampleApply({ state: "confirmed", takenBack: [] }), "Haven", push);
  const user = userEvent.setup();
  const button = screen.getByRole("button", { name: "Save and apply" });
  await user.click(button);
  await waitFor(() => expect(button).toHaveProperty("disabled", true));
  await user.keyboard("{Control>}s{/Control}");
  act(() =>
    answer(panelAnswer(sampleDocument({ general: { instanceName: "Haven" } }, [path], { etag: "b" }))),
  );
  await waitFor(() => expect(offer()).toBeNull());
  expect(push).toHaveBeenCalledWith("/running?apply");
});
