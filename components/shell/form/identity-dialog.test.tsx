// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import { panelAnswer } from "@/testing/panel-answer";
import { IdentityDialog } from "./identity-dialog";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it("keeps the typed password and the focus when the second factors become known", async () => {
  let answer: (response: Response) => void = () => undefined;
  const proofs: unknown[] = [];
  vi.stubGlobal("fetch", (url: string, { body }: RequestInit) => {
    if (url.endsWith("/factors")) return new Promise<Response>((resolve) => (answer = resolve));
    proofs.push(JSON.parse(String(body)));
    return Promise.resolve(panelAnswer({}, { status: 403 }));
  });
  const user = userEvent.setup();
  render(
    <QueryClientProvider client={new QueryClient()}>
      <IdentityDialog open provider={null} consequences={[]} />
    </QueryClientProvider>,
  );
  await user.type(await screen.findByLabelText("Your password"), "lantern");
  const factors = { passkeys: [], appSince: 5, recoveryCodes: 0, isRequired: false, whyNoPasskeys: null };
  answer(panelAnswer(factors));
  const code = await screen.findByLabelText("Code");
  await user.keyboard("s");
  expect(screen.getByLabelText<HTMLInputElement>("Your password").value).toBe("lanterns");
  await user.click(screen.getByRole("button", { name: "Confirm" }));
  expect(await screen.findByText("Enter a code.")).toBeDefined();
  await user.type(code, "123456{Enter}");
  await waitFor(() => expect(proofs).toEqual([{ password: "lanterns", code: "123456" }]));
});
