// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import { NamingDialog } from "./naming-dialog";

afterEach(cleanup);

it("the question about the server has no preselected answer, and returns the chosen one", async () => {
  const onChosen = vi.fn();
  const user = userEvent.setup();
  render(
    <NamingDialog message="Servers spell this setting differently." onChosen={onChosen} onClose={() => {}} />,
  );
  const save = screen.getByRole("button", { name: "Save for this server" });
  expect(save).toHaveProperty("disabled", true);
  await user.click(screen.getByRole("radio", { name: "As written by the public server" }));
  await user.click(save);
  expect(onChosen).toHaveBeenCalledWith("branded");
});
