// @vitest-environment happy-dom
import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { renderSetting } from "@/testing/render-setting";
import { sampleDocument } from "@/testing/sample-document";

const path = "api.activeVersions";
const branded = (versions: string[]) =>
  sampleDocument({ api: { activeVersions: versions } }, [path], { naming: "branded" });

it("a list shows a warning if the server would add items to it", async () => {
  const { user, row, store } = await renderSetting(path, branded(["6", "7", "8", "9"]));
  await user.click(screen.getByRole("button", { name: /^Remove 6\b/ }));
  await waitFor(() => expect(row.textContent).toContain("the list becomes 7, 8, 9, and 9."));
  await user.click(screen.getByRole("button", { name: "Repeat “9”" }));
  expect(store.entryAt(path).value).toEqual(["7", "8", "9", "9"]);
  await waitFor(() => expect(row.textContent).not.toContain("the list becomes"));
  expect(row.textContent).toContain("Listed more than once: 9.");
});

it("a list may contain duplicates if the server adds items to it", async () => {
  const { row } = await renderSetting(path, branded(["9", "10", "8", "9"]));
  expect(row.textContent).toContain("4 versions. Listed more than once: 9.");
  expect(row.textContent).not.toContain("Remove the version");
});

it("a list shows no hint about duplicates if the server never adds items", async () => {
  const document = sampleDocument({ api: { activeVersions: ["9", "9"] } }, [path]);
  const { row } = await renderSetting(path, document);
  expect(row.textContent).not.toContain("Listed more than once");
});
