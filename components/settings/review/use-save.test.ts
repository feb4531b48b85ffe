import { afterEach, describe, expect, it, vi } from "vitest";
import type { ConfigSnapshot } from "@/lib/shared/contract/config-snapshot";
import { sampleDocument } from "@/testing/sample-document";
import { openedStore } from "@/testing/opened-store";
import { saveDrafts } from "./use-save";

const bio = "limits.user.maxBio";
const name = "limits.user.maxUsername";

const at = (etag: string, maxBio: number, maxUsername: number) =>
  sampleDocument({ limits: { user: { maxBio, maxUsername } } }, [bio, name], { etag });

afterEach(() => void vi.unstubAllGlobals());

type Answer = () => Response;
const saved = (document: ConfigSnapshot) => () => Response.json(document);
const refused = (status: number, details: object) => () => Response.json(details, { status });
const stale = (conflicts: string[], etag?: string) =>
  refused(412, { detail: "The file has changed.", conflicts, etag });

/**
 * Opens a form with an unsaved change to the bio length. The panel answers each save with the next entry of
 * `answers`, and each read with the version `latest`.
 */
async function drafted(latest: ConfigSnapshot, answers: Answer[]) {
  const store = openedStore(at("a", 190, 32));
  store.receive(at("a", 190, 32));
  await store.ready();
  store.setDraft(bio, { set: true, value: 200 });
  const asked: Record<string, unknown>[] = [];
  const panel = { read: saved(latest) };
  vi.stubGlobal("fetch", async (_: string, { method, headers, body, signal }: RequestInit = {}) => {
    if (method === "PATCH") {
      const etag = new Headers(headers).get("if-match");
      asked.push({ etag, ...(JSON.parse(String(body)) as object) });
      const answer = answers.shift();
      if (answer === undefined) throw new Error("asked once more than expected");
      return answer();
    }
    const response = panel.read();
    // As in a browser, the response arrives in a later task, and never after the request was canceled.
    await new Promise((resolve) => setTimeout(resolve));
    signal?.throwIfAborted();
    return response;
  });
  return { store, asked, panel, save: (note?: string) => saveDrafts(store, note) };
}

describe("saving drafts", () => {
  it("sends only changed settings, with the version on which they are based", async () => {
    const { store, asked, save } = await drafted(at("a", 190, 32), [saved(at("b", 200, 32))]);
    expect(await save("why")).toMatchObject({ kind: "saved", before: { etag: "a" }, after: { etag: "b" } });
    expect(asked).toEqual([{ etag: '"a"', operations: [{ op: "set", path: bio, value: 200 }], note: "why" }]);
    expect(store.changedPaths()).toEqual([]);
  });

  it("includes unrecognized keys in saves and conflicts", async () => {
    const newer = { ...at("b", 190, 32), unknown: ["pier"] };
    const { store, asked, save } = await drafted(newer, [stale(["pier"]), saved(at("c", 200, 32))]);
    store.keys.set({ path: "pier", origin: "1", text: "2" });
    expect(await save()).toEqual({ kind: "conflict", paths: ["pier"] });
    store.acknowledge(["pier"]);
    expect(await save()).toMatchObject({ kind: "saved", keys: [{ path: "pier", text: "2" }] });
    expect(asked[1]).toMatchObject({ etag: '"b"', operations: [{ path: bio }], keys: [{ path: "pier" }] });
    expect(store.keys.all()).toEqual([]);
  });

  it("adopts other operators' changes and sends the drafts again", async () => {
    const { store, asked, save } = await drafted(at("b", 190, 50), [stale([]), saved(at("c", 200, 50))]);
    expect(await save()).toMatchObject({ kind: "saved" });
    expect(asked.map((one) => one.etag)).toEqual(['"a"', '"b"']);
    expect(store.savedAt(name).value).toBe(50);
  });

  it("continues if the page refetches the file at the same time", async () => {
    const { store, panel, asked, save } = await drafted(at("b", 190, 50), [
      stale([]),
      saved(at("c", 200, 50)),
    ]);
    const refetched: Promise<unknown>[] = [];
    const { read } = panel;
    panel.read = () => {
      panel.read = read;
      refetched.push(store.refetch());
      return read();
    };
    expect(await save()).toMatchObject({ kind: "saved" });
    expect(refetched).toHaveLength(1);
    await Promise.all(refetched);
    expect(asked.map((one) => one.etag)).toEqual(['"a"', '"b"']);
  });

  it("returns a conflict if others have changed the same setting", async () => {
    const { store, asked, save } = await drafted(at("b", 300, 32), [stale([bio])]);
    expect(await save()).toEqual({ kind: "conflict", paths: [bio] });
    expect(asked).toHaveLength(1);
    expect(store.drafts().get(bio)?.entry.value).toBe(200);
    expect(store.savedAt(bio).value).toBe(300);
    expect(store.baseEtag()).toBe("a");
  });

  it("does not overwrite changes that others make before a retry", async () => {
    const { store, asked, save } = await drafted(at("c", 300, 50), [stale([], "b"), stale([bio], "c")]);
    expect(await save()).toEqual({ kind: "conflict", paths: [bio] });
    expect(asked.map((one) => one.etag)).toEqual(['"a"', '"a"']);
    expect(store.drafts().get(bio)?.entry.value).toBe(200);
  });

  it("leaves edits made during the save for the next save, which asks about other operators' changes", async () => {
    const { store, asked, save } = await drafted(at("b", 190, 50), [
      () => {
        store.setDraft(bio, { set: true, value: 2001 });
        store.setDraft(name, { set: true, value: 4 });
        store.keys.set({ path: "pier", origin: "1", text: "2" });
        return stale([])();
      },
      saved(at("c", 200, 50)),
      saved(at("d", 2001, 40)),
    ]);
    expect(await save()).toMatchObject({ kind: "saved" });
    expect(asked[1]).toEqual({ etag: '"b"', operations: [{ op: "set", path: bio, value: 200 }] });
    store.setDraft(name, { set: true, value: 40 });
    expect(await save()).toEqual({ kind: "conflict", paths: [name] });
    expect(asked).toHaveLength(2);
    store.acknowledge([name]);
    expect(await save()).toMatchObject({ kind: "saved" });
    expect(asked[2]).toMatchObject({ etag: '"c"', operations: [{ value: 40 }, { value: 2001 }] });
  });

  it("asks about a change that the panel does not report, because it came before the last save", async () => {
    const { store, asked, save, panel } = await drafted(at("b", 190, 50), [
      () => {
        store.setDraft(name, { set: true, value: 40 });
        return stale([])();
      },
      saved(at("c", 200, 50)),
      stale([], "d"),
    ]);
    await save();
    panel.read = saved(at("d", 300, 50));
    await store.refetch();
    expect(store.baseEtag()).toBe("c");
    expect(await save()).toEqual({ kind: "conflict", paths: [name] });
    expect(asked).toHaveLength(3);
  });

  it("succeeds if another operator has saved the same value", async () => {
    const { store, save } = await drafted(at("b", 200, 32), [stale([bio])]);
    expect(await save()).toMatchObject({ kind: "saved", operations: [] });
    expect(store.changedPaths()).toEqual([]);
  });

  it("gives up if the file changes before every attempt", async () => {
    const nine = Array.from({ length: 9 }, () => stale([]));
    const { asked, save } = await drafted(at("b", 190, 50), nine);
    expect(await save()).toMatchObject({
      kind: "failed",
      message: expect.stringContaining("keeps changing the file") as unknown,
    });
    expect(asked.length).toBeLessThan(9);
  });

  it("states why a save failed and whether anything was saved", async () => {
    const problems = [{ path: bio, message: "Too long." }];
    const outcome = async (answer: Answer) => (await drafted(at("a", 190, 32), [answer])).save();
    expect(await outcome(refused(422, { detail: "No.", problems }))).toEqual({
      kind: "invalid",
      problems,
      message: "No.",
    });
    const lost = () => {
      throw new TypeError("The connection was reset.");
    };
    expect(await outcome(lost)).toMatchObject({
      kind: "failed",
      message: expect.stringContaining("We'll know whether they were saved") as unknown,
    });
    expect(await outcome(refused(500, { detail: "The disk is full." }))).toEqual({
      kind: "failed",
      message: "The disk is full. Nothing was saved; your changes are still here.",
    });
  });
});
