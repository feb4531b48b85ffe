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
