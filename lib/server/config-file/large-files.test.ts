import { byOperator } from "@/lib/shared/author";
import { describe as suite, expect, test } from "vitest";
import { maxKeys } from "@/lib/shared/json/read";
import type { Db } from "@/lib/server/db";
import { testFile } from "@/testing/config-file/test-file";
import { saveOperations } from "./save-operations";
import { type OpenFile, readAndRecord } from "./open-file";
import { describe } from "./describe";
import { maxBytes } from "./version";
import { saveRaw } from "./raw-text";
import { compareVersions, describeVersion, listVersions } from "./history";
import { undoneValues } from "./undone";

const withKeys = (count: number, value: unknown = 1): string =>
  JSON.stringify({
    extra: Object.fromEntries(Array.from({ length: count }, (_, nth) => [`key${nth}`, value])),
  });

async function set(config: OpenFile, path: string, value: unknown) {
  const { etag } = await readAndRecord(config);
  return saveOperations(config, {
    baseEtag: etag,
    author: byOperator("ada"),
    operations: [{ op: "set", path, value }],
  });
}

/** Returns a connection that counts the queries that read the content of stored versions. */
function counting(connection: Db): { db: Db; reads: () => number } {
  let count = 0;
  const db = connection.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: ({ result }) => {
      if (result.rows.some((row) => row.content !== undefined)) count += 1;
      return Promise.resolve(result);
    },
  });
  return { db, reads: () => count };
}

suite("a large version", () => {
  test("is not read from the database again by later saves", async () => {
    const file = await testFile();
    file.write(withKeys(10));
    await readAndRecord(file.config);
    file.write(withKeys(maxKeys - 100));
    await readAndRecord(file.config);
    file.write(withKeys(10, 2));
    const { db, reads } = counting(file.config.db);
    const config = file.again({ db });
    await describe(config, await set(config, "general.instanceName", "Harbor"));
    const before = reads();
    for (const name of ["Lagoon", "Pier", "Quay"])
      await describe(config, await set(config, "general.instanceName", name));
    expect(reads() - before).toBe(0);
  });

  test("lists at most 500 changes and counts the rest", async () => {
    const { config, write } = await testFile();
    write(withKeys(10));
    await readAndRecord(config);
    const count = maxKeys - 100;
    write(withKeys(count));
    await set(config, "general.instanceName", "Harbor");
    const { revisions } = await listVersions(config, { limit: 20 });
    const large = revisions[1]!;
    expect([large.changes?.length, large.more]).toEqual([500, count - 10 - 500]);
    const compared = await compareVersions(config, revisions[2]!.id, revisions[0]!.id);
    expect(compared.changes[0]).toMatchObject({ path: "general.instanceName", after: "Harbor" });
    expect([compared.changes.length, compared.more]).toEqual([500, count - 10 - 499]);
    const detail = await describeVersion(config, revisions[2]!.id);
    expect([detail.restores.length, detail.moreRestores]).toEqual([500, count - 10 - 499]);
    // The filter finds the section although the list of changes is incomplete.
    const filtered = await listVersions(config, { limit: 20, section: "unrecognized" });
    expect(filtered.revisions.map(({ id }) => id)).toContain(large.id);
  });

  test("is compared without showing the texts, and long values are shortened", async () => {
    const { config, write } = await testFile();
    write("{}");
    await readAndRecord(config);
    write(
      JSON.stringify({ note: "x".repeat(600 * 1024), list: Array.from({ length: 9_000 }, () => 123456) }),
    );
    await readAndRecord(config);
    const { revisions } = await listVersions(config, { limit: 20 });
    const compared = await compareVersions(config, revisions[1]!.id, revisions[0]!.id);
    expect(compared.texts).toBeNull();
    for (const { changes } of [revisions[0]!, compared]) {
      expect(JSON.stringify(changes).length).toBeLessThan(20_000);
      expect(changes).toMatchObject([{ path: "note" }, { path: "list" }]);
    }
    expect(revisions[0]!.changes?.[1]?.after).toMatchObject({ counted: 9_000 });
  });

  test("limits the search for overwritten values to newer versions", async () => {
    const { config, read, write } = await testFile();
    write("{}");
    await set(config, "general.instanceName", "Harbor");
    const saved = read();
    write(withKeys(2_000));
    await readAndRecord(config);
    write(saved);
    await readAndRecord(config);
    expect(await undoneValues(config)).toEqual([]);
    await set(config, "general.instanceName", "Lagoon");
    write(saved);
    await readAndRecord(config);
    expect(await undoneValues(config)).toMatchObject([{ path: "general.instanceName", saved: "Lagoon" }]);
  });
});

suite("a save is refused", () => {
  test("if it would make the file larger than 4 MiB", async () => {
    const { config, write, read } = await testFile();
    const text = JSON.stringify({ note: "x".repeat(maxBytes - 100) });
    write(text);
    const name = "y".repeat(200);
    await expect(set(config, "general.instanceDescription", name)).rejects.toMatchObject({
      code: "invalid-settings",
      message: expect.stringMatching(/reads at most 4194304. Shorten the file. Nothing was saved.$/),
    });
    expect(read()).toBe(text);
  });

  test("if it would give the file too many keys", async () => {
    const { config, write, read } = await testFile();
    const text = withKeys(maxKeys - 1);
    write(text);
    const refused = { code: "invalid-settings", message: expect.stringContaining("more than 20,000 keys") };
    await expect(set(config, "general.instanceName", "Harbor")).rejects.toMatchObject(refused);
    const { etag } = await readAndRecord(config);
    const raw = { baseEtag: etag, author: byOperator("ada"), text: withKeys(maxKeys) };
    await expect(saveRaw(config, raw)).rejects.toMatchObject(refused);
    const keys = [{ path: "extra", text: withKeys(maxKeys - 1) }];
    const many = { baseEtag: etag, author: byOperator("ada"), operations: [], keys };
    await expect(saveOperations(config, many)).rejects.toMatchObject(refused);
    expect(read()).toBe(text);
  });
});
