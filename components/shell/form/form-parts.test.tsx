// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { PasskeyButton } from "./form-parts";

afterEach(cleanup);

test("if a passkey is refused, the form explains why and allows another attempt", async () => {
  const request = vi.fn(() => Promise.resolve());
  request.mockRejectedValueOnce(new Error("No passkey was used."));
  const onDone = vi.fn();
  render(
    <QueryClientProvider client={new QueryClient()}>
      <PasskeyButton request={request} onDone={onDone} />
    </QueryClientProvider>,
  );
  const button = screen.getByRole("button", { name: "Use a passkey" });
  fireEvent.click(button);
  expect((await screen.findByRole("alert")).textContent).toBe("No passkey was used.");
  expect(onDone).not.toHaveBeenCalled();
  fireEvent.click(button);
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(button.getAttribute("aria-busy")).toBe("true");
  expect(screen.queryByRole("alert")).toBeNull();
});
