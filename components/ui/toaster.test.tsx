// @vitest-environment happy-dom
// Needs a process of its own: one in which nothing has been shown yet.
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { toast, Toaster } from "./toaster";

afterEach(cleanup);

it("a toast is removed by its id, even if the toast code is still loading", async () => {
  render(<Toaster />);
  const options = { id: "stay", duration: Number.POSITIVE_INFINITY };
  toast.warning("Never seen", options);
  toast.dismiss("stay");
  toast.info("Something else");
  await screen.findByText("Something else");
  await waitFor(() => expect(screen.queryByText("Never seen")).toBeNull());

  toast.warning("You are signed out", options);
  await screen.findByText("You are signed out");
  toast.dismiss("stay");
  await waitFor(() => expect(screen.queryByText("You are signed out")).toBeNull());
});
