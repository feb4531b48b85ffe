import { byOperator } from "@/lib/shared/author";
import { describe, expect, it } from "vitest";
import { saveOperations } from "./save-operations";
import { readAndRecord } from "./open-file";
import { settingHistory } from "./history";
import { testFile } from "@/testing/config-file/test-file";

const name = "general.instanceName";
const secret = "security.jwtSecret";

describe("the history of one setting", () => {
  it("lists the versions that changed the setting, newest first, even if far apart", async () => {
    const file = await testFile();
    file.write("{}\n");
    const set = async (path: string, value: unknown) => {
      const { etag } = await readAndRecord(file.config);
      await saveOperations(file.config, {
        baseEtag: etag,
        author: byOperator("keeper"),
        operations: [{ op: "set", path, value }],
      });
    };
    await set(name, "Harbor");
    for (let bio = 1; bio <= 60; bio += 1) await set("limits.user.maxBio", bio);
    await set(name, "Harbour");
    await set(secret, "k".repeat(40));

    const { entries, searched, total } = await settingHistory(file.config, name);
    expect(entries.map(({ change }) => [change.before, change.after])).toEqual([
      ["Harbor", "Harbour"],
      [null, "Harbor"],
    ]);
    expect(entries[0]).toMatchObject({ author: "keeper" });
    expect(searched).toBe(total);
    const [secretEntry] = (await settingHistory(file.config, secret)).entries;
    expect(secretEntry?.change).toMatchObject({ secret: "set", before: null, after: null });
  });
});

it("ends after 200 versions", async () => {
  const { config, write } = await testFile();
  write("{}\n");
  await readAndRecord(config);
  const row = await config.db
    .selectFrom("config_revisions")
    .select(["file_id", "content", "author", "author_kind", "note", "created_at", "state"])
    .executeTakeFirstOrThrow();
  const rows = Array.from({ length: 250 }, (_, nth) => ({ ...row, etag: String(nth).padStart(64, "0") }));
  await config.db.insertInto("config_revisions").values(rows).execute();
  expect(await settingHistory(config, name)).toMatchObject({ searched: 200, total: 251 });
});
