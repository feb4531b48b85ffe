import { describe, expect, it } from "vitest";
import { openedStore } from "@/testing/opened-store";
import { sampleDocument } from "@/testing/sample-document";

const bio = "limits.user.maxBio";
const at = (etag: string, unknown = ["lighthouse", "pier"]) => sampleDocument({}, [], { etag, unknown });

const edit = (path: string, text: string | null, origin: string | null = "1") => ({ path, origin, text });

describe("changes to unrecognized keys", () => {
  it("are removed if the file's value is entered again", () => {
    const store = openedStore(at("a"));
    store.keys.set(edit("pier", "2"));
    store.keys.set(edit("lighthouse", null));
    store.keys.set(edit("pier", "3"));
    expect(store.keys.changes()).toEqual([
      { path: "pier", text: "3" },
      { path: "lighthouse", text: null },
    ]);
    store.keys.set(edit("pier", "1"));
    expect(store.keys.changes()).toEqual([{ path: "lighthouse", text: null }]);
  });

  it("notify the form's listeners, and are undone with all other changes", () => {
    const store = openedStore(at("a"));
    let calls = 0;
    store.subscribe(() => (calls += 1));
    store.keys.set(edit("pier", "2"));
    expect(calls).toBe(1);
    store.setDraft(bio, { set: true, value: 200 });
    store.revert();
    expect(store.keys.all()).toEqual([]);
    expect(store.changedPaths()).toEqual([]);
  });

  it("prevent the form from adopting a newer base version", () => {
    const store = openedStore(at("a"));
    store.keys.set(edit("pier", "2"));
    store.receive(at("b"));
    expect(store.baseEtag()).toBe("a");
    store.keys.revert("pier");
    expect(store.baseEtag()).toBe("b");
  });

  it("remain after a save only if they were made during the save", () => {
    const store = openedStore(at("a"));
    store.keys.set(edit("pier", "2"));
    store.keys.set(edit("lighthouse", "4"));
    const sent = store.keys.changes();
    store.keys.set(edit("lighthouse", "5"));
    store.keys.set(edit("buoy", "2"));
    store.receive(at("b"), {}, sent);
    const left = store.keys.all();
    expect(store.keys.changes()).toEqual([
      { path: "lighthouse", text: "5" },
      { path: "buoy", text: "2" },
    ]);
    // A newer version that affects none of these changes does not replace the array.
    store.receive(at("c"));
    expect(store.keys.all()).toBe(left);
  });

  it("remain if another operator removes the key", () => {
    const store = openedStore(at("a"));
    store.keys.set(edit("pier", "2"));
    store.keys.set(edit("lighthouse", null));
    store.receive(at("b", []));
    expect(store.keys.changes()).toEqual([{ path: "pier", text: "2" }]);
  });

  it("cannot be saved while a value is invalid or refused", () => {
    const store = openedStore(at("a"));
    store.keys.set({ ...edit("pier", '"cut'), error: "Cut off." });
    expect(store.keys.firstInvalid()).toBe("pier");
    store.keys.set(edit("pier", '"whole"'));
    expect(store.keys.firstInvalid()).toBeUndefined();
    store.keys.set(edit("lighthouse", "4"));
    store.keys.refuse("pier", "No.");
    expect(store.keys.firstInvalid()).toBe("pier");
    expect(store.keys.at("lighthouse")).not.toHaveProperty("error");
    store.keys.revert("pier");
    expect(store.keys.all()).toEqual([edit("lighthouse", "4")]);
  });
});
