import { describe, expect, it } from "vitest";
import { ConfigStore } from "./config-store";
import { nameOf } from "./entry";
import { sampleDocument } from "@/testing/sample-document";

const bio = "limits.user.maxBio";
const name = "limits.user.maxUsername";
const jwt = "security.jwtSecret";

const at = (etag: string, maxBio: number, maxUsername = 32) =>
  sampleDocument({ limits: { user: { maxBio, maxUsername } } }, [bio, name], {
    etag,
    secrets: { [jwt]: "set" },
  });

describe("drafts", () => {
  it("lists the settings that differ from the file, in the registry's order", () => {
    const store = new ConfigStore(at("a", 190));
    store.setDraft(name, { set: true, value: 40 });
    store.setDraft(bio, { set: true, value: 200 });
    store.setDraft("general.instanceName", { set: true, value: "Harbor" });
    expect(store.changedPaths()).toEqual(["general.instanceName", name, bio]);
  });

  it("drops a draft when its value returns to the file's value", () => {
    const store = new ConfigStore(at("a", 190));
    store.setDraft(bio, { set: true, value: 200 });
    store.setDraft(bio, { set: true, value: 190 });
    expect(store.changedPaths()).toEqual([]);
  });

  it("notifies listeners only when the set of changed settings changes", () => {
    const store = new ConfigStore(at("a", 190));
    let calls = 0;
    store.subscribe(() => (calls += 1));
    for (let value = 200; value < 210; value += 1) store.setDraft(bio, { set: true, value });
    expect(calls).toBe(1);
    expect(store.drafts().get(bio)?.entry.value).toBe(209);
  });
});

describe("a newer file", () => {
  it("updates unedited settings and keeps edited ones", () => {
    const store = new ConfigStore(at("a", 190, 32));
    store.setDraft(bio, { set: true, value: 200 });
    store.receive(at("b", 190, 50));
    expect(store.savedAt(name).value).toBe(50);
    expect(store.entryAt(name).value).toBe(50);
    expect(store.entryAt(bio).value).toBe(200);
    expect(store.changedPaths()).toEqual([bio]);
  });

  it("drops a draft that another operator saved with the same value", () => {
    const store = new ConfigStore(at("a", 190));
    store.setDraft(bio, { set: true, value: 200 });
    store.receive(at("b", 200));
    expect(store.changedPaths()).toEqual([]);
  });

  it("reuses the object of an unchanged entry, so that its row does not render", () => {
    const store = new ConfigStore(at("a", 190));
    const before = store.savedAt(bio);
    store.receive(at("b", 190, 50));
    expect(store.savedAt(bio)).toBe(before);
  });

  it("keeps the base version of drafts until the operator has seen the newer one", () => {
    const store = new ConfigStore(at("a", 190));
    store.setDraft(bio, { set: true, value: 200 });
    store.receive(at("b", 300));
    expect(store.baseEtag()).toBe("a");
    expect(store.drafts().get(bio)?.origin.value).toBe(190);
    store.acknowledge();
    expect(store.baseEtag()).toBe("b");
    expect(store.drafts().get(bio)?.origin.value).toBe(300);
  });

  it("updates the base version while there are no drafts", () => {
    const store = new ConfigStore(at("a", 190));
    store.receive(at("b", 300));
    expect(store.baseEtag()).toBe("b");
  });
});

describe("a control", () => {
  it("writes only to the form, which determines the changed settings", async () => {
    const store = new ConfigStore(at("a", 190));
    const { name: control, onChange } = store.form.register(nameOf(bio));
    await onChange({ target: { name: control, value: { set: true, value: 200 } }, type: "change" });
    expect(store.changedPaths()).toEqual([bio]);
    expect(store.draftEntries()).toEqual({ [bio]: { set: true, value: 200 } });
    await onChange({ target: { name: control, value: { set: true, value: 190 } }, type: "change" });
    expect(store.changedPaths()).toEqual([]);
  });
});

describe("drafts of an earlier visit", () => {
  const draft = { entry: { set: true, value: 200 }, origin: { set: true, value: 180 } };

  it("restores drafts with their base version and value", () => {
    const store = new ConfigStore(at("b", 190));
    store.restore("a", new Map([[bio, draft]]));
    expect(store.entryAt(bio)).toEqual(draft.entry);
    expect(store.baseEtag()).toBe("a");
    expect(store.drafts()).toEqual(new Map([[bio, draft]]));
  });

  it("drops drafts that equal the file's current value", () => {
    const store = new ConfigStore(at("b", 200));
    store.restore("a", new Map([[bio, draft]]));
    expect(store.changedPaths()).toEqual([]);
    expect(store.baseEtag()).toBe("b");
  });
});

describe("after a save", () => {
  it("drops the saved drafts, including secrets", () => {
    const store = new ConfigStore(at("a", 190));
    const sent = {
      [bio]: { set: true, value: 200 },
      [jwt]: { set: true, action: "replace" as const, value: "x".repeat(40) },
    };
    for (const [path, entry] of Object.entries(sent)) store.setDraft(path, entry);
    store.receive(at("b", 200), sent);
    expect(store.changedPaths()).toEqual([]);
    expect(store.entryAt(jwt)).toEqual({ set: true, action: "keep", value: "" });
    expect(store.savedAt(jwt)).toEqual({ set: true, action: "keep", value: "" });
    expect(store.baseEtag()).toBe("b");
  });

  it("keeps edits made while the save was in progress", () => {
    const store = new ConfigStore(at("a", 190));
    const sent = { [bio]: { set: true, value: 200 } };
    store.setDraft(bio, { set: true, value: 201 });
    store.receive(at("b", 200), sent);
    expect(store.drafts().get(bio)?.entry.value).toBe(201);
  });
});

describe("a file that becomes one of another edition", () => {
  const starttls = "email.smtp.starttls";
  const branded = (etag: string, isOn: boolean) =>
    sampleDocument({ email: { smtp: { starttls: isOn } } }, [starttls], { etag, naming: "branded" });

  it("adds and removes the edition's settings in the form", () => {
    const store = new ConfigStore(at("a", 190));
    store.setDraft(bio, { set: true, value: 200 });
    store.receive(branded("b", true));
    expect(store.entryAt(starttls)).toEqual({ set: true, value: true });
    expect(store.changedPaths()).toEqual([bio]);

    store.setDraft(starttls, { set: true, value: false });
    expect(store.changedPaths()).toEqual([bio, starttls]);
    store.receive(at("c", 190));
    expect(store.changedPaths()).toEqual([bio]);
    expect(() => store.savedAt(starttls)).toThrow("There is no setting");
  });
});
