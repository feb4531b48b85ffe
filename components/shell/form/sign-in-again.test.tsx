// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { offerDialog, signInAgain } from "./identity";
import { SignInAgain } from "./sign-in-again";

const sent: Record<string, string>[] = [];
beforeEach(() => {
  sent.length = 0;
  vi.stubGlobal("PublicKeyCredential", class {});
  vi.stubGlobal("fetch", (url: string, { body }: RequestInit = {}) => {
    if (!String(url).includes("/callback/"))
      return Promise.resolve(Response.json({ csrfToken: "1", credentials: { type: "credentials" } }));
    const given = Object.fromEntries(new URLSearchParams(String(body)));
    sent.push(given);
    return Promise.resolve(
      given.code
        ? Response.json({ url: "http://panel.example/" })
        : Response.json({ url: "http://panel.example/?error=factor:" }, { status: 401 }),
    );
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it("asks for the code after the right password, with the focus in its field", async () => {
  const close = offerDialog(() => undefined);
  const isSignedIn = signInAgain();
  const user = userEvent.setup();
  render(
    <QueryClientProvider client={new QueryClient()}>
      <SignInAgain open username="keeper" provider={null} />
    </QueryClientProvider>,
  );
  expect(await screen.findByLabelText("Your password")).toBe(document.activeElement);
  expect(screen.getByRole("button", { name: "Use a passkey" })).toBeDefined();
  await user.keyboard("lantern{Enter}");
  const code = await screen.findByLabelText("Code");
  await waitFor(() => expect(document.activeElement).toBe(code));
  expect(screen.queryByRole("alert")).toBeNull();
  await user.keyboard("123456{Enter}");
  expect(await isSignedIn).toBe(true);
  expect(sent).toMatchObject([
    { username: "keeper", password: "lantern" },
    { username: "keeper", password: "lantern", code: "123456" },
  ]);
  close();
});
