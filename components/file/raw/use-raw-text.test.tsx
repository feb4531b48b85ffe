// @vitest-environment happy-dom
import { QueryClient } from "@tanstack/react-query";
import { act, cleanup, renderHook, waitFor } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import type { RawText } from "@/lib/shared/contract/config";
import { panelAnswer } from "@/testing/panel-answer";
import { sampleDocument } from "@/testing/sample-document";
import { WithConfig } from "@/testing/with-config";
import { useRawText } from "./use-raw-text";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const version = (etag: string, text: string): RawText => ({ etag, text, state: "usable", problems: [] });

/** Saves "sent" as version "b". `read` answers the requests for the text after the save. */
async function renderSave(read: () => Response) {
  let answer: () => void = () => undefined;
  vi.stubGlobal("fetch", (address: string, { method }: RequestInit = {}) => {
    const document = () => panelAnswer(sampleDocument({}, [], { etag: "b" }));
    if (method !== "PUT") return Promise.resolve().then(address.endsWith("/raw") ? read : document);
    return new Promise<Response>((resolve) => (answer = () => resolve(document())));
  });
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, retry: false } } });
  const first = version("a", "old");
  const { result } = renderHook(() => useRawText(first, crypto.randomUUID(), { current: null }), {
    wrapper: ({ children }) => (
      <WithConfig file={sampleDocument({}, [], { etag: "a" })} client={client}>
        {children}
      </WithConfig>
    ),
  });
  act(() => result.current.setText("sent"));
  act(() => result.current.save.mutate({ etag: "a", text: "sent", note: "" }));
  await waitFor(() => expect(result.current.save.isPending).toBe(true));
  return {
    result,
    type: (text: string) => act(() => result.current.setText(text)),
    async finish() {
      act(answer);
      await waitFor(() => expect(result.current.save.isPending).toBe(false));
    },
    refetch: () => act(() => client.invalidateQueries()),
  };
}

it("becomes clean when the saved text is the file's text", async () => {
  const { result, finish } = await renderSave(() => panelAnswer(version("b", "sent")));
  await finish();
  expect(result.current).toMatchObject({ text: "sent", isDirty: false, base: { etag: "b" } });
});

it("keeps text typed during a save, based on the saved version", async () => {
  const { result, type, finish } = await renderSave(() => panelAnswer(version("b", "sent")));
  type("sent and more");
  await finish();
  expect(result.current).toMatchObject({ text: "sent and more", isDirty: true, base: { etag: "b" } });
  expect(result.current.isBehind).toBe(false);
});

it("offers a merge if the file's markers differ from the saved text", async () => {
  const { result, type, finish } = await renderSave(() => panelAnswer(version("b", "«secret 1»")));
  type("sent and more");
  await finish();
  expect(result.current).toMatchObject({ text: "sent and more", isBehind: true, base: { etag: "a" } });
});

/** Saves while the saved text cannot be read. `recover` reads the text. */
async function renderUnread() {
  let isBroken = true;
  const rendered = await renderSave(() =>
    isBroken ? panelAnswer({}, { status: 500 }) : panelAnswer(version("b", "sent")),
  );
  const recover = () => {
    isBroken = false;
    return rendered.refetch();
  };
  return { ...rendered, recover };
}

it("becomes clean when the save succeeds, even if the saved text cannot be read again", async () => {
  const { result, finish, type, recover } = await renderUnread();
  await finish();
  expect(result.current.save).toMatchObject({ isSuccess: true, error: null });
  expect(result.current).toMatchObject({ text: "sent", isDirty: false, isBehind: false });
  type("old");
  expect(result.current).toMatchObject({ text: "old", isDirty: true });
  act(() => result.current.discard());
  expect(result.current).toMatchObject({ text: "sent", isDirty: false });
  await recover();
  await waitFor(() => expect(result.current).toMatchObject({ isDirty: false, base: { etag: "b" } }));
});

it("bases text typed after a save on the saved version as soon as that can be read", async () => {
  const { result, finish, type, recover } = await renderUnread();
  type("sent and");
  await finish();
  type("sent and more");
  await recover();
  await waitFor(() => expect(result.current.base.etag).toBe("b"));
  expect(result.current).toMatchObject({ text: "sent and more", isDirty: true, isBehind: false });
});
