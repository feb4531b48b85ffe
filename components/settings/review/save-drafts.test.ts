import { describe, expect, it } from "vitest";
import { ConfigStore } from "../store/config-store";
import { sampleDocument } from "@/testing/sample-document";
import type { ConfigSnapshot } from "@/lib/shared/contract/config-snapshot";
import { RequestError } from "@/components/shell/queries/call";
import type { SaveConfig } from "../queries/config";
import { saveDrafts, type SaveTools } from "./save-drafts";

const bio = "limits.user.maxBio";
const name = "limits.user.maxUsername";

const at = (etag: string, maxBio: number, maxUsername: number) =>
  sampleDocument({ limits: { user: { maxBio, maxUsername } } }, [bio, name], { etag });

/** A fake panel. It answers each save with the next of `answers`, and records the requests. */
function panel(store: ConfigStore, latest: ConfigSnapshot, answers: (ConfigSnapshot | RequestError)[]) {
  const asked: SaveConfig[] = [];
  const tools: SaveTools = {
    store,
    receive: store.receive,
    fetchLatest: () => Promise.resolve(latest),
    save: (request) => {
      asked.push(request);
      const answer = answers.shift();
      if (answer === undefined) throw new Error("asked once more than expected");
      return answer instanceof RequestError ? Promise.reject(answer) : Promise.resolve(answer);
    },
  };
  return { tools, asked };
}

const stale = (conflicts: string[], etag?: string) =>
  new RequestError("The file has changed.", 412, [], conflicts, [], etag);

async function drafted() {
  const store = new ConfigStore(at("a", 190, 32));
  await store.ready();
  store.setDraft(bio, { set: true, value: 200 });
  return store;
}

describe("saving drafts", () => {
  it("sends only changed settings, with the version on which they are based", async () => {
    const store = await drafted();
    const { tools, asked } = panel(store, at("a", 190, 32), [at("b", 200, 32)]);
    expect(await saveDrafts(tools, "why")).toMatchObject({
      kind: "saved",
      before: { etag: "a" },
      after: { etag: "b" },
    });
    expect(asked).toEqual([{ etag: "a", operations: [{ op: "set", path: bio, value: 200 }], note: "why" }]);
    expect(store.changedPaths()).toEqual([]);
  });

  it("sends unrecognized keys in the same save, and returns a conflict if others have changed one of the keys", async () => {
    const store = await drafted();
    store.keys.set({ path: "pier", origin: "1", text: "2" });
    const newer = { ...at("b", 190, 32), unknown: ["pier"] };
    const { tools, asked } = panel(store, newer, [stale(["pier"]), at("c", 200, 32)]);
    expect(await saveDrafts(tools)).toEqual({ kind: "conflict", paths: ["pier"] });
    store.acknowledge();
    expect(await saveDrafts(tools)).toMatchObject({ kind: "saved", keys: [{ path: "pier", text: "2" }] });
    expect(asked[1]).toMatchObject({ etag: "b", operations: [{ path: bio }], keys: [{ path: "pier" }] });
    expect(store.keys.all()).toEqual([]);
  });

  it("adopts other operators' changes and sends the drafts again", async () => {
    const store = await drafted();
    const { tools, asked } = panel(store, at("b", 190, 50), [stale([]), at("c", 200, 50)]);
    expect(await saveDrafts(tools)).toMatchObject({ kind: "saved" });
    expect(asked.map((one) => one.etag)).toEqual(["a", "b"]);
    expect(store.savedAt(name).value).toBe(50);
  });

  it("returns a conflict if others have changed the same setting, and keeps the draft", async () => {
    const store = await drafted();
    const { tools, asked } = panel(store, at("b", 300, 32), [stale([bio])]);
    expect(await saveDrafts(tools)).toEqual({ kind: "conflict", paths: [bio] });
    expect(asked).toHaveLength(1);
    expect(store.drafts().get(bio)?.entry.value).toBe(200);
    expect(store.savedAt(bio).value).toBe(300);
    expect(store.baseEtag()).toBe("a");
  });

  it("does not overwrite changes that others save between the refusal and the next read", async () => {
    const store = await drafted();
    const { tools, asked } = panel(store, at("c", 300, 50), [stale([], "b"), stale([bio], "c")]);
    expect(await saveDrafts(tools)).toEqual({ kind: "conflict", paths: [bio] });
    expect(asked.map((one) => one.etag)).toEqual(["a", "a"]);
    expect(store.drafts().get(bio)?.entry.value).toBe(200);
  });

  it("sends nothing more if others have saved the same value", async () => {
    const store = await drafted();
    const { tools } = panel(store, at("b", 200, 32), [stale([bio])]);
    expect(await saveDrafts(tools)).toMatchObject({ kind: "saved", operations: [] });
    expect(store.changedPaths()).toEqual([]);
  });

  it("gives up if the file changes before every attempt", async () => {
    const store = await drafted();
    const { tools, asked } = panel(
      store,
      at("b", 190, 50),
      Array.from({ length: 9 }, () => stale([])),
    );
    expect(await saveDrafts(tools)).toMatchObject({ kind: "failed", isCertain: true });
    expect(asked.length).toBeLessThan(9);
  });

  it("returns the server's problems, and whether the outcome of a failed save is certain", async () => {
    const problems = [{ path: bio, message: "Too long." }];
    const refused = panel(await drafted(), at("a", 190, 32), [new RequestError("No.", 422, problems)]);
    expect(await saveDrafts(refused.tools)).toEqual({ kind: "invalid", problems, message: "No." });
    const silent = panel(await drafted(), at("a", 190, 32), [new RequestError("No response.", 0)]);
    expect(await saveDrafts(silent.tools)).toEqual({
      kind: "failed",
      message: "No response.",
      isCertain: false,
    });
    const full = panel(await drafted(), at("a", 190, 32), [new RequestError("The disk is full.", 500)]);
    expect(await saveDrafts(full.tools)).toMatchObject({ kind: "failed", isCertain: true });
  });
});
