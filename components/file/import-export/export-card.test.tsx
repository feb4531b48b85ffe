// @vitest-environment happy-dom
import { panelAnswer } from "@/testing/panel-answer";
import { cleanup, render, screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import { sampleDocument } from "@/testing/sample-document";
import { WithConfig } from "@/testing/with-config";
import { ExportCard } from "./export-card";

const { href } = window.location;
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  window.history.replaceState(null, "", href);
});

it("if a download with secrets is refused, the dialog shows the reason and allows another attempt", async () => {
  const refusal = { title: "Conflict", status: 409, detail: "The file is missing.", code: "conflict" };
  const answers = [panelAnswer(refusal, { status: 409 }), panelAnswer()];
  vi.stubGlobal("fetch", (url: string) =>
    url === "/api/panel/config/export" ? Promise.resolve(answers.shift()) : new Promise(() => undefined),
  );
  // happy-dom navigates to the URL of a clicked link even if the link is a download.
  const saved = vi.spyOn(URL, "createObjectURL").mockReturnValue("#saved");
  render(
    <WithConfig file={sampleDocument({}, [])}>
      <ExportCard />
    </WithConfig>,
  );
  await userEvent.click(screen.getByRole("button", { name: "Download with secrets" }));
  const dialog = screen.getByRole("alertdialog");
  const confirm = within(dialog).getByRole("button", { name: "Download with secrets" });
  await userEvent.click(confirm);
  const reason = await within(dialog).findByRole("alert");
  expect(reason.textContent).toContain("Nothing was downloaded");
  expect(reason.textContent).toContain("The file is missing.");
  expect(saved).not.toHaveBeenCalled();

  await userEvent.click(confirm);
  await vi.waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  expect(saved).toHaveBeenCalledOnce();
});
