// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, expect, it, vi } from "vitest";
import { botsQuery } from "../queries/bots";
import { useCreateApplication } from "./use-create-application";
// `call` loads this module to check responses. Loaded here in advance, so that no test waits for the import.
import "@/lib/shared/contract/check-answer";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it("creating an application marks the loaded list of bots as out of date", async () => {
  const created = {
    id: "1104236891374919680",
    name: "Buoy",
    description: "",
    public: false,
    icon: null,
    owner: null,
    username: null,
    createdAt: "2026-11-23T09:00:00.000Z",
    hasBot: false,
    bot: null,
    isNew: true,
  };
  vi.stubGlobal("fetch", async (_: string, init: RequestInit) =>
    init.method === "POST" ? Response.json(created, { status: 201 }) : Response.json([]),
  );
  const client = new QueryClient();
  const { queryKey } = botsQuery("", "newest");
  client.setQueryData(queryKey, { pages: [{ bots: [], next: null }], pageParams: [null] });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(useCreateApplication, { wrapper });
  expect(await result.current("Buoy ")).toEqual(created);
  expect(client.getQueryState(queryKey)?.isInvalidated).toBe(true);
});
