// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { ConfirmDialog } from "./confirm-dialog";

afterEach(cleanup);

test.each([
  ["danger", "Cancel"],
  ["neutral", "Restore version 3"],
] as const)("a confirmation with the tone %s initially focuses the button “%s”", async (tone, name) => {
  render(
    <ConfirmDialog
      open
      tone={tone}
      title="Restore version 3?"
      description="The file becomes what it was."
      confirmLabel="Restore version 3"
      onConfirm={() => undefined}
    />,
  );
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("button", { name })));
});
