// Needs a process of its own, because the page that signs out stays in this state.
// @vitest-environment happy-dom
import { expect, it, onTestFinished, vi } from "vitest";
import { DRAFTS, leave } from "@/components/shell/connection/own-session";
import { offerDialog, settle, signInAgain } from "@/components/shell/form/identity";
import { writeDrafts } from "./drafts";

it("unsaved changes are removed at sign-out, and stored again only after a new sign-in in the same page", async () => {
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
  onTestFinished(offerDialog(() => undefined));
  const canceled = signInAgain();
  settle(false);
  await canceled;
  expect(write()).toBeNull();
  const signedIn = signInAgain();
  settle(true);
  await signedIn;
  expect(write()).toContain("maxBio");
});
