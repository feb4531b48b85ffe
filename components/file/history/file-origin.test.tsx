// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/react";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { userEvent } from "@testing-library/user-event";
import { afterEach, expect, test } from "vitest";
import type { FileHistories } from "@/lib/shared/contract/config";
import { WithRouter } from "@/testing/with-router";
import { FileOrigin } from "./file-origin";

afterEach(cleanup);

const history = (id: number, rest: Partial<FileHistories["histories"][number]>) => ({
  id,
  isCurrent: false,
  paths: [`/srv/${id}.json`],
  versions: 1,
  newest: null,
  hasContent: false,
  ...rest,
});
const files = (basis: FileHistories["basis"]): FileHistories => ({
  path: "/srv/3.json",
  basis,
  since: "2026-11-27T10:00:00Z",
  histories: [
    history(3, { isCurrent: true, hasContent: true }),
    history(2, { versions: 99 }),
    history(1, { versions: 27, hasContent: true }),
  ],
});

test("offers a copied file the history of its original, and selects it in the dialog", async () => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <FileOrigin files={files("copy")} />
    </QueryClientProvider>,
    { wrapper: WithRouter },
  );
  expect(screen.getByText("This file is a copy of one with 27 versions")).toBeTruthy();
  expect(screen.getByText(/belong to the file at \/srv\/1\.json/)).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Use that history…" }));
  const choice = await screen.findByRole("radio", { name: /History of \/srv\/1\.json/ });
  expect(choice.getAttribute("aria-checked")).toBe("true");
});

test("offers no particular history if no other file has the content", () => {
  render(<FileOrigin files={files("other")} />, { wrapper: WithRouter });
  expect(screen.getByText("This file has a separate history")).toBeTruthy();
});
