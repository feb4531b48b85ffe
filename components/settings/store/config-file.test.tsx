// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { ConfigSnapshot, FileSummary } from "@/lib/shared/contract/config-snapshot";
import { sampleDocument } from "@/testing/sample-document";
import { ConfigFileProvider, useFileSummary, useForm, useOpenFile } from "./config-file";
import { ConfigFormProvider, LoadedConfigForm, useChangedPaths, useConfigDocument } from "./config-form";
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

const known: {
  form: ConfigStore | null;
  load: () => Promise<void>;
  refetch: () => Promise<unknown>;
  receive: (document: ConfigSnapshot) => void;
} = {
  form: null,
  receive: () => undefined,
  load: () => Promise.reject(new Error("Not rendered.")),
  refetch: () => Promise.reject(new Error("Not rendered.")),
};
function Frame() {
  const form = useForm();
  const { load, refetch, receive } = useOpenFile();
  const marks = `${useFileSummary().problems.length} problems, ${useChangedPaths().length} unsaved`;
  return <p ref={() => void Object.assign(known, { form, load, refetch, receive })}>{marks}</p>;
}
function Page() {
  return <h1>{String((useConfigDocument().values.general as { instanceName: string }).instanceName)}</h1>;
}
function panel(page: React.ReactNode) {
  return (
    <QueryClientProvider client={client}>
      <ConfigFileProvider summary={summary} owner="keeper">
        <Frame />
        {page}
      </ConfigFileProvider>
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
  expect([known.form, asked]).toEqual([null, 0]);
});

it("a settings page shows the values that the server sent with the page", () => {
  render(
    panel(
      <ConfigFormProvider initial={older}>
        <Page />
      </ConfigFormProvider>,
    ),
  );
  expect(screen.getByRole("heading").textContent).toBe("Harbor");
  expect(known.form?.document()).toMatchObject({ etag: "a" });
  const messages = known.form!.document().problems.map(({ message }) => message);
  expect(messages.length).toBeGreaterThan(0);
  expect(messages).toEqual([...new Set(messages)]);
  expect(asked).toBe(0);
});

it("the file's values are loaded once, and a failed load is reported", async () => {
  answer = () => Promise.reject(new TypeError("offline"));
  const onFailed = vi.fn();
  const search = (
    <LoadedConfigForm onFailed={onFailed}>
      <Page />
    </LoadedConfigForm>
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
  const loaded = known.load();
  await vi.waitFor(() => expect(asked).toBe(1));
  serve(older);
  await act(() => known.refetch());
  await act(() => loaded);
  expect(known.form?.document().etag).toBe("a");
  serve(newer);
  await act(() => known.refetch());
  expect(known.form?.document().etag).toBe("b");
  // The values are already loaded, so loading them sends no request.
  await act(() => known.load());
  expect(asked).toBe(3);
});

it("unsaved changes and newer values survive a visit to a page without settings", async () => {
  const page = (
    <ConfigFormProvider initial={older}>
      <Page />
    </ConfigFormProvider>
  );
  const { rerender } = render(panel(page));
  const form = known.form!;
  act(() => form.receive(newer));
  act(() => form.setDraft(name, { set: true, value: "Pier" }));
  rerender(panel(<h1>Audit</h1>));
  expect(screen.getByText(/, 1 unsaved/u)).toBeTruthy();
  serve(newer);
  rerender(panel(page));
  expect(screen.getByRole("heading").textContent).toBe("Lighthouse");
  await vi.waitFor(() => expect(asked).toBe(1));
  expect(known.form).toBe(form);
  expect(form.document().etag).toBe("b");
  expect(form.drafts().get(name)).toMatchObject({ entry: { value: "Pier" } });
});

it("the query cache and the form update each other with new versions of the file", async () => {
  const page = (
    <ConfigFormProvider initial={older}>
      <Page />
    </ConfigFormProvider>
  );
  const { unmount } = render(panel(page));
  act(() => known.form!.setDraft(name, { set: true, value: "Pier" }));
  act(() => void client.setQueryData(["config"], newer));
  expect((await screen.findByText("Lighthouse")).tagName).toBe("H1");
  expect(known.form!.drafts().get(name)?.entry).toEqual({ set: true, value: "Pier" });
  act(() => known.receive(version("c", "Beacon")));
  expect(screen.getByRole("heading").textContent).toBe("Beacon");
  expect(client.getQueryData(["config"])).toMatchObject({ etag: "c" });
  const form = known.form!;
  unmount();
  client.setQueryData(["config"], newer);
  await new Promise((resolve) => setTimeout(resolve));
  expect(form.document().etag, "after the page is gone").toBe("c");
  expect(asked).toBe(0);
});

/** The text in the tab's storage. */
const stored = () => sessionStorage.getItem("instance-admin.drafts");
const drafts = new Map([
  [name, { entry: { set: true, value: "Pier" }, origin: { set: true, value: "Harbor" } }],
]);

it("stored drafts are restored even on a page without values", async () => {
  writeDrafts("keeper", "a", drafts);
  render(panel(<h1>Audit</h1>));
  expect(await screen.findByText(/, 1 unsaved/u)).toBeTruthy();
  expect(known.form?.draftEntries()).toEqual({ [name]: { set: true, value: "Pier" } });
});

it("leaving the page stores drafts, and closing the tab warns about unsaved changes", async () => {
  const { unmount } = render(
    panel(
      <ConfigFormProvider initial={older}>
        <Page />
      </ConfigFormProvider>,
    ),
  );
  const isAsking = () => !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
  expect(isAsking()).toBe(false);
  act(() => known.form!.keys.set({ path: "pier", origin: "1", text: "2" }));
  expect(isAsking()).toBe(true);
  act(() => known.form!.revert());
  act(() => known.form!.setDraft(name, { set: true, value: "Pier" }));
  expect(isAsking()).toBe(true);
  // Storing at the start of a change is not enough: the last value must be stored too.
  act(() => known.form!.setDraft(name, { set: true, value: "Pier 7" }));
  window.dispatchEvent(new Event("pagehide"));
  expect(stored()).toContain("Pier 7");
  const form = known.form!;
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
