// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from "vitest";
import { specified } from "@/lib/shared/settings/registry";
import { readDrafts, writeDrafts } from "./drafts";
import type { Draft } from "./entry";

const bio = "limits.user.maxBio";
const jwt = "security.jwtSecret";
const bioDraft: Draft = { entry: { set: true, value: 5 }, origin: { set: false, value: 190 } };
const jwtDraft: Draft = {
  entry: { set: true, action: "replace", value: "very secret" },
  origin: { set: true, action: "keep", value: "" },
};

const storage = "instance-admin.drafts:/";
const store = (text: string) => sessionStorage.setItem(storage, text);

beforeEach(() => sessionStorage.clear());

describe("stored drafts", () => {
  beforeEach(() =>
    writeDrafts(
      "ada",
      "e1",
      new Map([
        [bio, bioDraft],
        [jwt, jwtDraft],
      ]),
    ),
  );

  it("contain no secrets", () => {
    expect(sessionStorage.getItem(storage)).toContain(bio);
    expect(sessionStorage.getItem(storage)).not.toMatch(/very secret|jwtSecret/);
  });

  it("are restored if the same operator returns", () => {
    expect(readDrafts("ada", specified)).toEqual({ etag: "e1", drafts: new Map([[bio, bioDraft]]) });
  });

  it("are not restored for another operator, or if the stored text is invalid", () => {
    expect(readDrafts("bob", specified)).toBeNull();
    for (const text of ["{", "[]"]) {
      store(text);
      expect(readDrafts("ada", specified)).toBeNull();
    }
    sessionStorage.clear();
    expect(readDrafts("ada", specified)).toBeNull();
  });

  it("are not restored for secrets and unknown settings", () => {
    const entry = { set: true, value: "x" };
    const foreign = [jwt, "__proto__"].map((path) => ({ path, entry, origin: entry }));
    store(JSON.stringify({ owner: "ada", etag: "e", drafts: foreign }));
    expect(readDrafts("ada", specified)).toBeNull();
  });

  it("contain no setting whose original or new entry is a secret", () => {
    const plain = { set: true, value: "very secret" };
    for (const draft of [
      { entry: plain, origin: jwtDraft.origin },
      { entry: jwtDraft.entry, origin: plain },
    ]) {
      writeDrafts("ada", "e1", new Map([[jwt, draft]]));
      expect(sessionStorage.length).toBe(0);
    }
  });

  it("are removed if secrets are the only unsaved changes", () => {
    writeDrafts("ada", "e1", new Map([[jwt, jwtDraft]]));
    expect(sessionStorage.length).toBe(0);
  });
});
