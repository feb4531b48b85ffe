// Needs a process of its own, because the page that signs out stays in this state.
// @vitest-environment happy-dom
import { expect, it, onTestFinished, vi } from "vitest";
import { DRAFTS, leave } from "@/components/shell/connection/own-session";
import { writeDrafts } from "./drafts";

it("unsaved changes are removed at sign-out, and not stored again while the page closes", async () => {
  const write = () => {
    const entry = { set: true, value: 5 };
    writeDrafts("ada", "e1", new Map([["limits.user.maxBio", { entry, origin: entry }]]));
    return sessionStorage.getItem(DRAFTS);
  };
  expect(write()).toContain("maxBio");
  vi.stubGlobal("fetch", async () => Response.json({ csrfToken: "c", url: location.href }));
  onTestFinished(() => void vi.unstubAllGlobals());
  await leave();
  expect(sessionStorage.getItem(DRAFTS)).toBeNull();
  expect(write()).toBeNull();
});
