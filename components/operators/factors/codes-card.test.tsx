// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import type { Factors } from "@/lib/shared/contract/factors";
import { CodesCard } from "./codes-card";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const none: Factors = {
  passkeys: [],
  appSince: null,
  recoveryCodes: 0,
  isRequired: false,
  whyNoPasskeys: null,
};

it("the recovery codes of a new authenticator are shown before the card's data is refetched", async () => {
  const toAdd = { key: "ABCD", address: "otpauth://totp/a", qr: { size: 1, path: "M0 0h1v1z" }, setup: "s" };
  vi.stubGlobal("fetch", (_: string, { method }: RequestInit = {}) => {
    if (method === "POST") return Promise.resolve(Response.json(toAdd));
    if (method === "PUT") return Promise.resolve(Response.json({ recoveryCodes: ["first", "second"] }));
    return new Promise(() => undefined);
  });
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  render(
    <QueryClientProvider client={client}>
      <CodesCard initial={none} />
    </QueryClientProvider>,
  );
  await userEvent.click(screen.getByRole("button", { name: "Set up authenticator…" }));
  await userEvent.type(await screen.findByLabelText("Code from the authenticator"), "123456");
  await userEvent.click(screen.getByRole("button", { name: "Add authenticator" }));
  expect(await screen.findByRole("dialog", { name: "Your recovery codes" })).toBeTruthy();
  expect(screen.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual(["first", "second"]);
});
