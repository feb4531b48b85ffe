// @vitest-environment happy-dom
import { waitFor } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { panelAnswer } from "@/testing/panel-answer";
import { renderInForm } from "@/testing/render-setting";
import { sampleApply } from "@/testing/sample-apply";
import { sampleDocument } from "@/testing/sample-document";
import { TakenBack } from "./taken-back";

afterEach(() => void vi.unstubAllGlobals());

it("a rolled-back apply restores its settings as unsaved changes, except those edited since then", async () => {
  const operations = [
    { op: "set", path: "limits.user.maxBio", value: 5 },
    { op: "set", path: "limits.user.maxUsername", value: 6 },
  ];
  const asked: (() => void)[] = [];
  vi.stubGlobal(
    "fetch",
    () => new Promise<Response>((resolve) => asked.push(() => resolve(panelAnswer({ operations })))),
  );
  const apply = sampleApply({ areDraftsOffered: false });
  const { store } = renderInForm(<TakenBack apply={apply} operator={apply.actor} />, sampleDocument({}, []));
  await waitFor(() => expect(asked).toHaveLength(1));
  store.setDraft("limits.user.maxBio", { set: true, value: 7 });
  asked[0]?.();
  await waitFor(() => expect(store.entryAt("limits.user.maxUsername").value).toBe(6));
  expect(store.entryAt("limits.user.maxBio").value).toBe(7);
});
