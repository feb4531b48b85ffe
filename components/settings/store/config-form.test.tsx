// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { ConfigSnapshot, FileSummary } from "@/lib/shared/contract/config-snapshot";
import { sampleDocument } from "@/testing/sample-document";
import {
  ConfigProvider,
  ConfigValues,
  useChangedPaths,
  useConfigDocument,
  useConfigStore,
  useFileSummary,
} from "./config-form";
import type { ConfigStore } from "./config-store";
import { writeDrafts } from "./drafts";

const name = "general.instanceName";
const version = (etag: string, instanceName: string) =>
  sampleDocument({ general: { instanceName } }, [name], { etag });
const older = version("a", "Harbor");
const newer = version("b", "Lighthouse");
const problems = [{ severity: "error" as const, path: name }];
const summary: FileSummary = { etag: older.etag, naming: older.naming, file: older.file, problems };

let answer: () => Promise<Response>;
let asked = 0;
const serve = (document: ConfigSnapshot) => (answer = () => Promise.resolve(Response.json(document)));

beforeEach(() => {
  asked = 0;
  serve(older);
  vi.stubGlobal("fetch", () => {
    asked += 1;
    return answer();
  });
});
afterEach(() => {
  cleanup();
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

const known: { store?: ConfigStore } = {};
function Frame() {
  const store = useConfigStore();
  const marks = `${useFileSummary().problems.length} problems, ${useChangedPaths().length} unsaved`;
  return <p ref={() => void Object.assign(known, { store })}>{marks}</p>;
}
function Page() {
  return <h1>{String((useConfigDocument().values.general as { instanceName: string }).instanceName)}</h1>;
}
function panel(page: React.ReactNode) {
  return (
    <QueryClientProvider client={client}>
      <ConfigProvider summary={summary} owner="keeper">
        <Frame />
        {page}
      </ConfigProvider>
    </QueryClientProvider>
  );
}
let client: QueryClient;
beforeEach(() => {
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
});

it("a page without settings does not request the file's values", () => {
  render(panel(<h1>Audit</h1>));
  expect(screen.getByText("1 problems, 0 unsaved")).toBeTruthy();
  expect([known.store?.isLoaded(), asked]).toEqual([false, 0]);
});

it("a settings page shows the values that the server sent with the page", () => {
  render(
    panel(
      <ConfigValues initial={older}>
        <Page />
      </ConfigValues>,
    ),
  );
  expect(screen.getByRole("heading").textContent).toBe("Harbor");
  expect(known.store!.document()).toMatchObject({ etag: "a" });
  const messages = known.store!.document().problems.map(({ message }) => message);
  expect(messages.length).toBeGreaterThan(0);
  expect(messages).toEqual([...new Set(messages)]);
  expect(asked).toBe(0);
});

it("the file's values are loaded once, and a failed load is reported", async () => {
  answer = () => Promise.reject(new TypeError("offline"));
  const onFailed = vi.fn();
  const search = (
    <ConfigValues onFailed={onFailed}>
      <Page />
    </ConfigValues>
  );
  const { rerender } = render(panel(search));
  await vi.waitFor(() => expect(onFailed).toHaveBeenCalledOnce());
  expect(screen.queryByRole("heading")).toBeNull();
  rerender(panel(null));
  serve(newer);
  asked = 0;
  rerender(panel(search));
  expect((await screen.findByRole("heading")).textContent).toBe("Lighthouse");
  expect(asked).toBe(1);
});

it("a refetch returns the newest version even if an older request is in progress", async () => {
  // The first request is never answered.
  answer = () => new Promise(() => undefined);
  render(panel(<h1>Audit</h1>));
  const loaded = known.store!.load();
  await vi.waitFor(() => expect(asked).toBe(1));
  serve(older);
  await act(() => known.store!.refetch());
  await act(() => loaded);
  expect(known.store!.document().etag).toBe("a");
  serve(newer);
  await act(() => known.store!.refetch());
  expect(known.store!.document().etag).toBe("b");
  // The values are already loaded, so loading them sends no request.
  await act(() => known.store!.load());
  expect(asked).toBe(3);
});

it("unsaved changes and newer values survive a visit to a page without settings", async () => {
  const page = (
    <ConfigValues initial={older}>
      <Page />
    </ConfigValues>
  );
  const { rerender } = render(panel(page));
  const form = known.store!;
  act(() => form.receive(newer));
  act(() => form.setDraft(name, { set: true, value: "Pier" }));
  rerender(panel(<h1>Audit</h1>));
  expect(screen.getByText(/, 1 unsaved/u)).toBeTruthy();
  serve(newer);
  rerender(panel(page));
  expect(screen.getByRole("heading").textContent).toBe("Lighthouse");
  await vi.waitFor(() => expect(asked).toBe(1));
  expect(known.store!).toBe(form);
  expect(form.document().etag).toBe("b");
  expect(form.drafts().get(name)).toMatchObject({ entry: { value: "Pier" } });
});

it("the query cache and the form update each other with new versions of the file", async () => {
  const page = (
    <ConfigValues initial={older}>
      <Page />
    </ConfigValues>
  );
  const { unmount } = render(panel(page));
  act(() => known.store!.setDraft(name, { set: true, value: "Pier" }));
  act(() => void client.setQueryData(["config"], newer));
  expect((await screen.findByText("Lighthouse")).tagName).toBe("H1");
  expect(known.store!.drafts().get(name)?.entry).toEqual({ set: true, value: "Pier" });
  act(() => known.store!.receive(version("c", "Beacon")));
  expect(screen.getByRole("heading").textContent).toBe("Beacon");
  expect(client.getQueryData(["config"])).toMatchObject({ etag: "c" });
  const form = known.store!;
  unmount();
  client.setQueryData(["config"], newer);
  await new Promise((resolve) => setTimeout(resolve));
  expect(form.document().etag, "after the page is gone").toBe("c");
  expect(asked).toBe(0);
});

/** The text in the tab's storage. */
const stored = () => sessionStorage.getItem("instance-admin.drafts:/");
const drafts = new Map([
  [name, { entry: { set: true, value: "Pier" }, origin: { set: true, value: "Harbor" } }],
]);

it("stored drafts are restored even on a page without values", async () => {
  writeDrafts("keeper", "a", drafts);
  render(panel(<h1>Audit</h1>));
  expect(await screen.findByText(/, 1 unsaved/u)).toBeTruthy();
  expect(known.store!.draftEntries()).toEqual({ [name]: { set: true, value: "Pier" } });
});

it("leaving the page stores drafts, and closing the tab warns about unsaved changes", async () => {
  const { unmount } = render(
    panel(
      <ConfigValues initial={older}>
        <Page />
      </ConfigValues>,
    ),
  );
  const isAsking = () => !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
  expect(isAsking()).toBe(false);
  act(() => known.store!.keys.set({ path: "pier", origin: "1", text: "2" }));
  expect(isAsking()).toBe(true);
  act(() => known.store!.revert());
  act(() => known.store!.setDraft(name, { set: true, value: "Pier" }));
  expect(isAsking()).toBe(true);
  // Storing at the start of a change is not enough: the last value must be stored too.
  act(() => known.store!.setDraft(name, { set: true, value: "Pier 7" }));
  window.dispatchEvent(new Event("pagehide"));
  expect(stored()).toContain("Pier 7");
  const form = known.store!;
  unmount();
  expect(isAsking()).toBe(false);
  form.setDraft(name, { set: true, value: "Harbor" });
  expect(stored()).toContain("Pier 7");
});

it("stored drafts are kept if the values cannot be loaded", async () => {
  answer = () => Promise.reject(new TypeError("offline"));
  writeDrafts("keeper", "a", drafts);
  const before = stored();
  const { unmount } = render(panel(<h1>Audit</h1>));
  await vi.waitFor(() => expect(asked).toBe(1));
  window.dispatchEvent(new Event("pagehide"));
  unmount();
  expect(stored()).toBe(before);
});
