import { describe as suite, expect, test } from "vitest";
import { maxKeys } from "@/lib/shared/json/read";
import { testFile } from "@/testing/config-file/test-context";
import { apply } from "./apply";
import type { Context } from "./context";
import { describe } from "./describe";
import { maxBytes } from "./parse";
import { saveRaw } from "./raw-text";
import { compareKept } from "./versions/compare";
import { getKept } from "./versions/history";
import { listKept } from "./versions/list";
import { undoneValues } from "./versions/undone";
import { readAndRecord } from "./watch/file-snapshot";

/** A file with so many unrecognized keys. */
const withKeys = (count: number, value: unknown = 1): string =>
  JSON.stringify({
    extra: Object.fromEntries(Array.from({ length: count }, (_, nth) => [`key${nth}`, value])),
  });

async function set(context: Context, path: string, value: unknown) {
  const { etag } = await readAndRecord(context);
  return apply(context, { baseEtag: etag, author: "ada", operations: [{ op: "set", path, value }] });
}

/** The same file by a connection that counts how often the content of a stored version is read. */
function counting(context: Context): { context: Context; reads: () => number } {
  let count = 0;
  const db = context.db().withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: ({ result }) => {
      if (result.rows.some((row) => row.content !== undefined)) count += 1;
      return Promise.resolve(result);
    },
  });
  return { context: { ...context, db: () => db }, reads: () => count };
}

suite("a large version", () => {
  test("is not read again at later saves", async () => {
    const file = await testFile();
    file.write(withKeys(10));
    await readAndRecord(file.context);
    file.write(withKeys(maxKeys - 100));
    await readAndRecord(file.context);
    file.write(withKeys(10, 2));
    const { context, reads } = counting(file.context);
    await describe(context, await set(context, "general.instanceName", "Harbor"));
    const before = reads();
    for (const name of ["Lagoon", "Pier", "Quay"])
      await describe(context, await set(context, "general.instanceName", name));
    expect(reads() - before).toBe(0);
  });

  test("lists a bounded part of its changes, and says how many more there are", async () => {
    const { context, write } = await testFile();
    write(withKeys(10));
    await readAndRecord(context);
    const count = maxKeys - 100;
    write(withKeys(count));
    await set(context, "general.instanceName", "Harbor");
    const { revisions } = await listKept(context, { limit: 20 });
    const large = revisions[1]!;
    expect([large.changes?.length, large.more]).toEqual([500, count - 10 - 500]);
    const compared = await compareKept(context, revisions[2]!.id, revisions[0]!.id);
    expect(compared.changes[0]).toMatchObject({ path: "general.instanceName", after: "Harbor" });
    expect([compared.changes.length, compared.more]).toEqual([500, count - 10 - 499]);
    const detail = await getKept(context, revisions[2]!.id, await readAndRecord(context));
    expect([detail.restores.length, detail.moreRestores]).toEqual([500, count - 10 - 499]);
    // Its own section is found, although not all is listed.
    const filtered = await listKept(context, { limit: 20, section: "unrecognized" });
    expect(filtered.revisions.map(({ id }) => id)).toContain(large.id);
  });

  test("shows long values cut, and long texts not at all", async () => {
    const { context, write } = await testFile();
    write("{}");
    await readAndRecord(context);
    write(
      JSON.stringify({ note: "x".repeat(600 * 1024), list: Array.from({ length: 9_000 }, () => "harbor") }),
    );
    await readAndRecord(context);
    const { revisions } = await listKept(context, { limit: 20 });
    const compared = await compareKept(context, revisions[1]!.id, revisions[0]!.id);
    expect(compared.texts).toBeNull();
    for (const { changes } of [revisions[0]!, compared]) {
      expect(JSON.stringify(changes).length).toBeLessThan(20_000);
      expect(changes).toMatchObject([{ path: "note" }, { path: "list" }]);
    }
    expect(revisions[0]!.changes?.[1]?.after).toContain("… 8,501 more");
  });

  test("begins anew what rewrites can undo, and small ones after it are still noticed", async () => {
    const { context, read, write } = await testFile();
    write("{}");
    await set(context, "general.instanceName", "Harbor");
    const saved = read();
    write(withKeys(2_000));
    await readAndRecord(context);
    write(saved);
    await readAndRecord(context);
    expect(await undoneValues(context)).toEqual([]);
    await set(context, "general.instanceName", "Lagoon");
    write(saved);
    await readAndRecord(context);
    expect(await undoneValues(context)).toMatchObject([{ path: "general.instanceName", saved: "Lagoon" }]);
  });
});

suite("a save that would make the file larger than the panel reads is refused", () => {
  test("for its bytes", async () => {
    const { context, write, read } = await testFile();
    const text = JSON.stringify({ note: "x".repeat(maxBytes - 100) });
    write(text);
    const name = "y".repeat(200);
    await expect(set(context, "general.instanceDescription", name)).rejects.toMatchObject({
      code: "invalid-settings",
      message: expect.stringMatching(/reads at most 2097152. Make it smaller. Nothing was saved.$/),
    });
    expect(read()).toBe(text);
  });

  test("for its keys, however they are saved", async () => {
    const { context, write, read } = await testFile();
    const text = withKeys(maxKeys - 1);
    write(text);
    const refused = { code: "invalid-settings", message: expect.stringContaining("more than 20,000 keys") };
    await expect(set(context, "general.instanceName", "Harbor")).rejects.toMatchObject(refused);
    const { etag } = await readAndRecord(context);
    const raw = { baseEtag: etag, author: "ada", text: withKeys(maxKeys) };
    await expect(saveRaw(context, raw)).rejects.toMatchObject(refused);
    const keys = [{ path: "extra", text: withKeys(maxKeys - 1) }];
    const many = { baseEtag: etag, author: "ada", operations: [], keys };
    await expect(apply(context, many)).rejects.toMatchObject(refused);
    expect(read()).toBe(text);
  });
});
