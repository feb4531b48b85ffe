import { beforeAll, describe, expect, test } from "vitest";
import { audit, db } from "@/testing/rooms";
import { byOperator } from "@/lib/shared/author";
import type { FoundObject } from "@/lib/shared/contract/search";
import { openTestPanel } from "@/testing/test-panel";

const panel = openTestPanel({ general: { instanceName: "Harbor" } }, { LOG_LEVEL: "silent" });

const ids: Record<string, string> = {};
const newBot = async (name: string) =>
  (ids[name] = (await panel.get("createApplication", { body: { name } })).id);
const newUser = async (username: string) =>
  (ids[username] = (await panel.get("createUser", { body: { username } })).id);
const newGuild = async (name: string) =>
  (ids[name] = (await panel.get("createGuild", { body: { name } })).id);

beforeAll(async () => {
  await newBot("Bell buoy");
  await newGuild("Lagoon");
  await newUser("castaway");
});

const search = (q: string, visitor: Pick<typeof panel, "get"> = panel) =>
  visitor.get("searchObjects", { query: { q } });
const kinds = (found: readonly FoundObject[]) => found.map(({ kind, exactness }) => `${kind} ${exactness}`);
const only = (found: readonly FoundObject[], kind: FoundObject["kind"]) =>
  found.filter((one) => one.kind === kind);

describe("a search", () => {
  test("finds a bot by its name or id", async () => {
    const id = ids["Bell buoy"]!;
    const bot = { kind: "bot", id, title: "Bell buoy", at: expect.stringMatching(/^\d{4}-.+Z$/) };
    expect(only(await search("bell buoy"), "bot")).toMatchObject([{ ...bot, exactness: 3 }]);
    expect(only(await search("buo"), "bot")).toMatchObject([{ ...bot, exactness: 2 }]);
    expect(only(await search("uoy"), "bot")).toMatchObject([{ ...bot, exactness: 1 }]);
    expect(only(await search("ll buo"), "bot")).toMatchObject([{ ...bot, exactness: 1 }]);
    expect(only(await search(id), "bot")).toMatchObject([{ ...bot, exactness: 3 }]);
    expect(only(await search("bell"), "bot")[0]?.detail).toBe("of keeper");
  });

  test("finds guilds and users", async () => {
    expect(only(await search("lagoon"), "guild")).toMatchObject([
      { id: ids.Lagoon, title: "Lagoon", detail: null, exactness: 3, at: null },
    ]);
    expect(only(await search("casta"), "user")).toMatchObject([
      { id: ids.castaway, title: "castaway", exactness: 2, at: expect.any(String) },
    ]);
  });

  test("finds operators by a part of their name", async () => {
    await panel.visitor({ username: "quartermaster", role: "editor" });
    expect(only(await search("MASTER"), "operator")).toMatchObject([
      { title: "quartermaster", detail: "editor", exactness: 1, at: expect.any(String) },
    ]);
    expect(only(await search("Quartermaster"), "operator")).toMatchObject([{ exactness: 3 }]);
    expect(only(await search("castaway"), "operator")).toEqual([]);
  });

  test("finds the audit entry of a save by its note", async () => {
    const operations = [{ op: "set", path: "general.instanceName", value: "Jetty" }];
    await panel.get("saveConfig", { body: { operations, note: "Before the ebb" } });
    expect(only(await search("the ebb"), "audit")).toMatchObject([
      { title: "Saved settings", detail: "keeper" },
    ]);
  });

  test("finds versions by number or note", async () => {
    const operations = [{ op: "set", path: "general.instanceName", value: "Pier" }];
    await panel.get("saveConfig", { body: { operations, note: "After the storm" } });
    const [found] = only(await search("the storm"), "version");
    expect(found).toMatchObject({
      title: `Version ${found!.id}`,
      detail: "keeper: After the storm",
      exactness: 1,
    });
    expect(only(await search(`#${found!.id}`), "version")).toMatchObject([{ id: found!.id, exactness: 3 }]);
    await panel.get("saveConfig", { body: { operations: [{ ...operations[0], value: "Quay" }] } });
    const [next] = only(await search(`#${Number(found!.id) + 1}`), "version");
    expect(next?.detail).toBe("keeper");
  });

  test("finds audit entries by action", async () => {
    const oldest = only(await search("guild.create"), "audit").at(-1);
    expect(oldest).toMatchObject({ detail: "keeper, Lagoon", exactness: 3, at: expect.any(String) });
    expect(oldest?.title).not.toBe("guild.create");
  });

  test("shows the target of an audit entry unless the target is a hash", async () => {
    const hash = "0a".repeat(32);
    for (const target of [hash, `x${hash}`, `${hash}x`])
      await audit().recordAudit(db(), { actor: byOperator("keeper"), action: "test.hash", target });
    const details = only(await search("test.hash"), "audit").map(({ detail }) => detail);
    expect(details.toSorted()).toEqual(["keeper", `keeper, ${hash}x`, `keeper, x${hash}`]);
  });

  test("sorts results by exactness, and then from newest to oldest", async () => {
    for (const name of ["reef", "reef light", "the reef", "a reef"]) await newBot(name);
    await newGuild("Reefs");
    const found = (await search("reef")).filter(({ kind }) => kind !== "audit");
    expect(kinds(found)[0]).toBe("bot 3");
    const grades = found.map(({ exactness }) => exactness);
    expect(grades).toEqual(grades.toSorted((a, b) => b - a));
    expect(only(found, "bot").map(({ title }) => title)).toEqual([
      "reef",
      "a reef",
      "the reef",
      "reef light",
    ]);
  });

  test("lists an exact match of one kind before partial matches of other kinds", async () => {
    await newBot("Sandbankers");
    await newUser("sandbanker");
    const id = await newGuild("Sandbank");
    const found = (await search("sandbank")).filter(({ kind }) => kind !== "audit");
    expect(found.map(({ kind, exactness }) => `${kind} ${exactness}`)).toEqual([
      "guild 3",
      "bot 2",
      "user 2",
    ]);
    expect(found[0]?.id).toBe(id);
  });

  test("returns at most five results of each kind", async () => {
    for (let nth = 1; nth <= 6; nth += 1) await newBot(`shoal ${nth}`);
    expect(only(await search("shoal"), "bot").map(({ title }) => title)).toEqual(
      [6, 5, 4, 3, 2].map((nth) => `shoal ${nth}`),
    );
  });

  test("returns the most exact results if there are more than five", async () => {
    await newBot("kelp");
    for (let nth = 1; nth <= 6; nth += 1) await newBot(`kelpie ${nth}`);
    const found = only(await search("kelp"), "bot");
    expect(found.map(({ title }) => title)).toEqual(["kelp", ...[6, 5, 4, 3].map((nth) => `kelpie ${nth}`)]);
  });

  test("finds no bots, guilds or users if no account is connected", async () => {
    panel.connect("http://127.0.0.1:9/api");
    try {
      const found = await search("castaway");
      expect(kinds(found)).toEqual(expect.arrayContaining([expect.stringMatching(/^audit/)]));
      expect(found.filter(({ kind }) => ["bot", "guild", "user"].includes(kind))).toEqual([]);
    } finally {
      panel.connect();
    }
  });

  test("finds no beginnings of words if the text is only punctuation", async () => {
    expect(await search("%%")).toEqual([]);
    expect(only(await search("--"), "bot")).toEqual([]);
    for (const name of ["Dock == end", "===="]) await newBot(name);
    expect(only(await search("=="), "bot")).toMatchObject([
      { title: "====", exactness: 1 },
      { title: "Dock == end", exactness: 1 },
    ]);
    expect(await panel.ask("searchObjects", { query: { q: "x" } })).toMatchObject({ status: 422 });
    expect(await panel.ask("searchObjects", { query: { q: " x " } })).toMatchObject({ status: 422 });
  });

  test("reports a database failure as an error", async () => {
    await db().schema.alterTable("applications").renameTo("applications_elsewhere").execute();
    try {
      expect(await panel.ask("searchObjects", { query: { q: "bell" } })).toMatchObject({ status: 500 });
    } finally {
      await db().schema.alterTable("applications_elsewhere").renameTo("applications").execute();
    }
  });
});
