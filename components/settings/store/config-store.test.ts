import { describe, expect, it } from "vitest";
import type { ConfigStore } from "./config-store";
import { openedStore } from "@/testing/opened-store";
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
  it("are listed in the registry's order", () => {
    const store = openedStore(at("a", 190));
    store.setDraft(name, { set: true, value: 40 });
    store.setDraft(bio, { set: true, value: 200 });
    store.setDraft("general.instanceName", { set: true, value: "Harbor" });
    expect(store.changedPaths()).toEqual(["general.instanceName", name, bio]);
  });

  it("are removed when the value returns to the file's value", () => {
    const store = openedStore(at("a", 190));
    store.setDraft(bio, { set: true, value: 200 });
    store.setDraft(bio, { set: true, value: 190 });
    expect(store.changedPaths()).toEqual([]);
  });

  it("notify listeners only when the set of changed settings changes", () => {
    const store = openedStore(at("a", 190));
    let calls = 0;
    store.subscribe(() => (calls += 1));
    for (let value = 200; value < 210; value += 1) store.setDraft(bio, { set: true, value });
    expect(calls).toBe(1);
    expect(store.drafts().get(bio)?.entry.value).toBe(209);
  });
});

describe("a newer version of the file", () => {
  it("updates only settings without drafts", () => {
    const store = openedStore(at("a", 190, 32));
    store.setDraft(bio, { set: true, value: 200 });
    store.receive(at("b", 190, 50));
    expect(store.savedAt(name).value).toBe(50);
    expect(store.entryAt(name).value).toBe(50);
    expect(store.entryAt(bio).value).toBe(200);
    expect(store.changedPaths()).toEqual([bio]);
  });

  it("removes a draft that has the same value", () => {
    const store = openedStore(at("a", 190));
    store.setDraft(bio, { set: true, value: 200 });
    store.receive(at("b", 200));
    expect(store.changedPaths()).toEqual([]);
  });

  it("reuses the entry objects of unchanged settings", () => {
    const store = openedStore(at("a", 190));
    const before = store.savedAt(bio);
    store.receive(at("b", 190, 50));
    expect(store.savedAt(bio)).toBe(before);
  });

  it("does not become the base version of drafts until the operator has seen it", () => {
    const store = openedStore(at("a", 190));
    store.setDraft(bio, { set: true, value: 200 });
    store.receive(at("b", 300));
    expect(store.baseEtag()).toBe("a");
    expect(store.drafts().get(bio)?.origin.value).toBe(190);
    store.acknowledge([bio]);
    expect(store.baseEtag()).toBe("b");
    expect(store.drafts().get(bio)?.origin.value).toBe(300);
  });

  it("does not change the original value of a draft", () => {
    const store = openedStore(at("a", 190));
    store.setDraft(bio, { set: true, value: 200 });
    store.receive(at("b", 300));
    store.receive(at("c", 400));
    expect(store.overtakenAt(bio)).toEqual({ set: true, value: 190 });
    expect(store.savedAt(bio)).toEqual({ set: true, value: 400 });
    // After an undo, the next change is based on the newest version.
    store.revert([bio]);
    store.setDraft(bio, { set: true, value: 210 });
    expect(store.overtakenAt(bio)).toBeUndefined();
    expect(store.drafts().get(bio)?.origin).toEqual({ set: true, value: 400 });
  });

  it("becomes the base version if there are no drafts", () => {
    const store = openedStore(at("a", 190));
    store.receive(at("b", 300));
    expect(store.baseEtag()).toBe("b");
  });
});

describe("a control", () => {
  it("passes a new value to the form, and the setting counts as changed", async () => {
    const store = openedStore(at("a", 190));
    const { name: control, onChange } = store.form.register(nameOf(bio));
    await onChange({ target: { name: control, value: { set: true, value: 200 } }, type: "change" });
    expect(store.changedPaths()).toEqual([bio]);
    expect(store.draftEntries()).toEqual({ [bio]: { set: true, value: 200 } });
    await onChange({ target: { name: control, value: { set: true, value: 190 } }, type: "change" });
    expect(store.changedPaths()).toEqual([]);
  });
});

describe("a value that cannot be saved", () => {
  const errors = async (store: ConfigStore, paths = [name, bio]) => {
    const isValid = await store.form.trigger(paths.map(nameOf));
    const { errors: found } = store.form.control._formState;
    return { isValid, names: Object.keys(found), message: found[nameOf(bio)]?.message };
  };

  it("is refused with a message at its control", async () => {
    const store = openedStore(at("a", 190));
    await store.ready();
    expect(await errors(store)).toEqual({ isValid: true, names: [], message: undefined });
    store.setDraft(bio, { set: true, value: "many" });
    store.setDraft(name, { set: true, value: 40 });
    expect(await errors(store)).toEqual({
      isValid: false,
      names: [nameOf(bio)],
      message: expect.stringContaining("whole number") as unknown,
    });
    expect(await errors(store, [name])).toMatchObject({ isValid: true });
    // A new value clears the error of the previous value.
    store.setDraft(bio, { set: true, value: 200 });
    expect(await errors(store)).toEqual({ isValid: true, names: [], message: undefined });
  });

  it("does not block other changes if the file already contains the value", async () => {
    const store = openedStore(at("a", "many" as never));
    await store.ready();
    store.setDraft(name, { set: true, value: 40 });
    expect(await errors(store)).toMatchObject({ isValid: true });
  });
});

describe("operations", () => {
  it("change the form, and ignore settings that the file's edition does not have", () => {
    const store = openedStore(at("a", 190));
    store.applyOperations([
      { op: "set", path: bio, value: 200 },
      { op: "unset", path: name },
      { op: "set", path: "no.such.setting", value: 1 },
    ]);
    expect(store.draftEntries()).toEqual({
      [name]: { set: false, value: 32 },
      [bio]: { set: true, value: 200 },
    });
    // The result contains only settings that have changed, not every setting in `paths`.
    expect(store.draftEntries(["general.instanceName", bio])).toEqual({ [bio]: { set: true, value: 200 } });
    store.revert([bio]);
    expect(store.changedPaths()).toEqual([name]);
    store.revert();
    expect(store.changedPaths()).toEqual([]);
  });
});

describe("a listener", () => {
  it("is not called after its subscription has ended", () => {
    const store = openedStore(at("a", 190));
    let calls = 0;
    const end = store.subscribe(() => (calls += 1));
    end();
    store.setDraft(bio, { set: true, value: 200 });
    expect(calls).toBe(0);
  });
});

describe("drafts from an earlier visit", () => {
  const draft = { entry: { set: true, value: 200 }, origin: { set: true, value: 180 } };

  it("are restored with their base version and original value", () => {
    const store = openedStore(at("b", 190));
    store.restore("a", new Map([[bio, draft]]));
    expect(store.entryAt(bio)).toEqual(draft.entry);
    expect(store.baseEtag()).toBe("a");
    expect(store.drafts()).toEqual(new Map([[bio, draft]]));
  });

  it("are dropped if they equal the file's current value", () => {
    const store = openedStore(at("b", 200));
    store.restore("a", new Map([[bio, draft]]));
    expect(store.changedPaths()).toEqual([]);
    expect(store.baseEtag()).toBe("b");
  });
});

describe("after a save", () => {
  it("the saved drafts are removed, including drafts of secrets", () => {
    const store = openedStore(at("a", 190));
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

  it.each(["the answer", "the event of the save, then the answer"])(
    "edits made while the save was in progress remain drafts, based on the saved version: %s",
    (first) => {
      const store = openedStore(at("a", 190));
      const sent = { [bio]: { set: true, value: 200 } };
      store.setDraft(bio, { set: true, value: 201 });
      if (first !== "the answer") store.receive(at("b", 200));
      store.receive(at("b", 200), sent);
      const drafts = new Map([[bio, { entry: { set: true, value: 201 }, origin: sent[bio] }]]);
      expect(store.drafts()).toEqual(drafts);
      expect(store.overtakenAt(bio)).toBeUndefined();
      expect(store.baseEtag()).toBe("b");
    },
  );

  it("another operator's newer version that arrives before the answer still conflicts", () => {
    const store = openedStore(at("a", 190));
    const sent = { [bio]: { set: true, value: 200 } };
    store.setDraft(bio, { set: true, value: 201 });
    store.setDraft(name, { set: true, value: 40 });
    store.receive(at("c", 300, 50));
    store.receive(at("b", 200), sent);
    store.receive(at("c", 300, 50));
    expect([store.overtakenAt(bio)?.value, store.overtakenAt(name)?.value]).toEqual([200, 32]);
    expect(store.baseEtag()).toBe("b");
  });
});

describe("a change of the file's edition", () => {
  const starttls = "email.smtp.starttls";
  const branded = (etag: string, isOn: boolean) =>
    sampleDocument({ email: { smtp: { starttls: isOn } } }, [starttls], { etag, naming: "branded" });

  it("adds and removes the settings that only one edition has", () => {
    const store = openedStore(at("a", 190));
    store.setDraft(bio, { set: true, value: 200 });
    store.receive(branded("b", true));
    expect(store.entryAt(starttls)).toEqual({ set: true, value: true });
    expect(store.changedPaths()).toEqual([bio]);

    // The setting came with the new edition, so no other operator can have changed it before.
    store.setDraft(starttls, { set: true, value: false });
    expect(store.changedPaths()).toEqual([bio, starttls]);
    expect(store.overtakenAt(starttls)).toBeUndefined();
    store.receive(at("c", 190));
    expect(store.changedPaths()).toEqual([bio]);
    expect(() => store.savedAt(starttls)).toThrow("There is no setting");
  });
});
