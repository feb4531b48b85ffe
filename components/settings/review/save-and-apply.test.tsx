// @vitest-environment happy-dom
import { QueryClient } from "@tanstack/react-query";
import { act, cleanup, render, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import type { ApplyView, RunningReport } from "@/lib/shared/contract/running";
import { sampleDocument } from "@/testing/sample-document";
import { WithConfig } from "@/testing/with-config";
import { useConfigStore } from "../store/config-form";
import type { ConfigStore } from "../store/config-store";
import { runningQuery } from "../queries/running";
import { SaveBar } from "./save-bar";

afterEach(() => {
  cleanup();
  sessionStorage.clear();
});

const path = "general.instanceName";

const apply = (own: Partial<ApplyView>): ApplyView => ({
  id: 1,
  state: "rolled-back",
  way: "command",
  actor: "mara",
  at: "2026-11-22T10:00:00.000Z",
  endedAt: "2026-11-22T10:01:00.000Z",
  plannedAt: null,
  etag: "1".repeat(64),
  version: 7,
  fromVersion: 6,
  backVersion: 8,
  secondsLeft: null,
  canRollBack: true,
  baseline: [],
  checks: [],
  steps: [],
  output: "",
  reason: "The API did not answer.",
  changes: [],
  takenBack: [{ path, known: true, before: null, after: "Harbor" }],
  areDraftsOffered: true,
  contested: [],
  ...own,
});

const report = (last: ApplyView): RunningReport => ({
  state: "told",
  etag: "1".repeat(64),
  settings: [],
  isWhole: true,
  unknownSince: null,
  known: null,
  ways: [{ way: "command", command: "systemctl restart chat", isRestart: true, leaves: [] }],
  reload: "command",
  healthSeconds: 60,
  isStopIgnored: false,
  seemsUnread: false,
  plan: null,
  apply: last,
});

/** The save bar with an unsaved change, after an apply. */
async function shown(last: ApplyView, value: string): Promise<ConfigStore> {
  const stores: ConfigStore[] = [];
  const Reporter = () => {
    const store = useConfigStore();
    return <span ref={() => void stores.splice(0, 1, store)} />;
  };
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  client.setQueryData(runningQuery().queryKey, report(last));
  render(
    <WithConfig file={sampleDocument({}, [])} client={client}>
      <Reporter />
      <SaveBar />
    </WithConfig>,
  );
  const [store] = stores;
  if (!store) throw new Error("The form was not rendered.");
  act(() => store.applyOperations([{ op: "set", path, value }]));
  await screen.findByRole("button", { name: /^Save \d/ });
  return store;
}

const offer = () => screen.queryByRole("button", { name: "Save and apply" });

it("does not offer to apply exactly the values that were just rolled back, until one of them changes", async () => {
  const store = await shown(apply({}), "Harbor");
  expect(offer()).toBeNull();
  act(() => store.applyOperations([{ op: "set", path, value: "Haven" }]));
  await waitFor(() => expect(offer()).not.toBeNull());
  act(() => store.applyOperations([{ op: "set", path, value: "Harbor" }]));
  await waitFor(() => expect(offer()).toBeNull());
});

it("offers to apply other values after a rollback, and the same ones after a confirmed apply", async () => {
  await shown(apply({}), "Haven");
  expect(offer()).not.toBeNull();
  cleanup();
  await shown(apply({ state: "confirmed", takenBack: [] }), "Harbor");
  expect(offer()).not.toBeNull();
});

it("says that an apply is in progress and that the changes are no part of it", async () => {
  await shown(apply({ state: "confirming", endedAt: null, takenBack: [] }), "Haven");
  expect(screen.getByText(/An apply by mara is in progress/)).toBeTruthy();
  expect(offer()).toBeNull();
});
