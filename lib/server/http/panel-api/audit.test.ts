import { beforeAll, describe, expect, test } from "vitest";
import { audit, configFile, db, theRooms } from "@/testing/rooms";
import { byOperator } from "@/lib/shared/author";
import { openTestPanel } from "@/testing/test-panel";
import { auditFilterOf } from "@/lib/server/panel/audit-view";

const panel = openTestPanel({ general: { instanceName: "Harbor" } });

const rename = (value: string) => ({
  operations: [{ op: "set", path: "general.instanceName", value }],
});
const record = (
  action: string,
  more: { target?: string; detail?: Record<string, unknown>; actor?: string } = {},
) => {
  const { actor = "keeper", ...rest } = more;
  return audit().recordAudit(db(), { actor: byOperator(actor), action, ...rest });
};

let saved = "";
/** The number after the entries that all tests share. */
let later = 0;
beforeAll(async () => {
  await record("bot.delete", { target: "Buoy" });
  await record("guild.create", { target: "Pier", actor: "mara" });
  saved = (await panel.get("saveConfig", { body: rename("Quay") })).etag;
  later = (await theRooms().panel.auditView({}, undefined)).entries[0]!.id + 1;
});

const listed = async (query: Record<string, string>) =>
  (await panel.get("listAudit", { query: { before: String(later), ...query } })).entries.map(
    ({ action }) => action,
  );

describe("the list of audit entries", () => {
  test("is filtered by person, action, object, outcome and time", async () => {
    expect(await listed({})).toEqual(["config.save", "guild.create", "bot.delete"]);
    expect(await listed({ person: "mara" })).toEqual(["guild.create"]);
    expect(await listed({ action: "bot.delete" })).toEqual(["bot.delete"]);
    expect(await listed({ object: "Pier" })).toEqual(["guild.create"]);
    expect(await listed({ outcome: "failed" })).toEqual([]);
    expect(await listed({ since: "2999-01-01T00:00:00Z" })).toEqual([]);
    expect(await listed({ until: "2999-01-01T00:00:00Z" })).toHaveLength(3);
    expect(await panel.ask("listAudit", { query: { since: "today" } })).toMatchObject({ status: 422 });
  });

  test("is returned in pages", async () => {
    const query = { limit: "2", before: String(later) };
    const { entries, next } = await panel.get("listAudit", { query });
    expect(entries.map(({ action }) => action)).toEqual(["config.save", "guild.create"]);
    expect(await listed({ limit: "2", before: String(next) })).toEqual(["bot.delete"]);
  });

  test("finds entries by their text or by the labels of changed settings", async () => {
    expect(await listed({ search: "pier" })).toEqual(["guild.create"]);
    expect(await listed({ search: "Instance name" })).toEqual(["config.save"]);
    expect(await listed({ search: "nce nam" })).toEqual(["config.save"]);
    // The label contains `e `, but labels are searched only if the search text has at least three letters.
    expect(await listed({ search: "e " })).toEqual([]);
    expect(await listed({ search: "no such thing" })).toEqual([]);
  });
});

describe("an export of audit entries", () => {
  const textOf = async (stream: ReadableStream<Uint8Array> | undefined) => new Response(stream).text();

  test("contains the matching entries, one JSON object per line", async () => {
    const query = { format: "jsonl", action: "bot.delete" };
    const { headers, stream } = await panel.ask("exportAudit", { query });
    const lines = (await textOf(stream)).trim().split("\n");
    expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      { action: "bot.delete", target: "Buoy" },
    ]);
    expect(headers["content-type"]).toBe("application/x-ndjson; charset=utf-8");
    expect(headers["content-disposition"]).toMatch(/^attachment; filename="audit-\d{4}-\d\d-\d\d\.jsonl"$/);
    expect(await panel.entries()).toMatchObject([{ action: "audit.export", detail: query }]);
  });

  test("has a header line if it is CSV", async () => {
    const { headers, stream } = await panel.ask("exportAudit", { query: { format: "csv", person: "mara" } });
    const lines = (await textOf(stream)).trim().split(/\r?\n/);
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain("guild.create");
    expect(headers["content-type"]).toBe("text/csv; charset=utf-8");
    expect(headers["content-disposition"]).toMatch(/\.csv"$/);
  });

  test("reads no more entries after the download is canceled", async () => {
    const { stream } = await panel.ask("exportAudit", { query: { format: "jsonl" } });
    const reader = stream!.getReader();
    expect((await reader.read()).done).toBe(false);
    await reader.cancel();
    expect((await reader.read()).done).toBe(true);
  });
});

describe("the audit page", () => {
  test("ignores invalid filter parameters in its URL", () => {
    const since = "2026-11-21T00:00:00Z";
    const all = {
      person: "keeper",
      action: "bots",
      object: "Buoy",
      outcome: "failed",
      since,
      until: since,
      search: "lamp",
    };
    expect(auditFilterOf(all)).toEqual(all);
    const none = Object.fromEntries(Object.keys(all).map((name) => [name, undefined]));
    expect(auditFilterOf({})).toEqual(none);
    expect(
      auditFilterOf({ person: "", action: ["x"], object: 7, outcome: "lost", since: "x", until: "y" }),
    ).toEqual(none);
  });

  test("lists all actors in the log", async () => {
    const { people, entries, versions } = await theRooms().panel.auditView({ action: "config.save" }, later);
    expect(people.toSorted()).toEqual(expect.arrayContaining(["keeper", "mara"]));
    expect(entries.map(({ target }) => target)).toEqual([saved]);
    expect([...versions.keys()]).toEqual([entries[0]!.id]);
  });

  test("shows the file version that is closest in time to an entry", async () => {
    const first = (await configFile().history.newest())!;
    await panel.get("saveConfig", { body: rename("Dock") });
    await panel.get("saveConfig", { body: rename("Quay") });
    const again = (await configFile().history.newest())!;
    const early = (await panel.get("listAudit", { query: { object: saved } })).entries.at(-1)!.at;
    // The first version is an hour older than its copy.
    await db().updateTable("config_revisions").set({ created_at: early }).where("id", "=", first).execute();
    await db()
      .updateTable("config_revisions")
      .set({ created_at: early + 3_600_000 })
      .where("id", "=", again)
      .execute();
    const { entries, versions } = await theRooms().panel.auditView({ object: saved }, undefined);
    expect(entries.map(({ id }) => versions.get(id)).slice(-1)).toEqual([first]);
    await record("config.save", { target: "0".repeat(64) });
    await record("config.save", { target: "not an etag" });
    const unknown = await theRooms().panel.auditView({ action: "config.save" }, undefined);
    expect(unknown.versions.has(unknown.entries[0]!.id)).toBe(false);
    expect(unknown.versions.has(unknown.entries[1]!.id)).toBe(false);
  });

  test("shows the names of bots, guilds and users whose ids are in entries", async () => {
    const none = await theRooms().panel.auditView({ object: "Pier" }, undefined);
    expect([none.entries.length, none.names.size]).toEqual([1, 0]);
    const guild = await panel.get("createGuild", { body: { name: "Lagoon" } });
    const bot = await panel.get("createApplication", { body: { name: "Lamp" } });
    const user = await panel.get("createUser", { body: { username: "castaway" } });
    await record("test.ids", {
      target: guild.id,
      detail: { bot: bot.id, user: user.id, count: 3, gone: "1".repeat(18) },
    });
    const { names } = await theRooms().panel.auditView({ action: "test.ids" }, undefined);
    expect(Object.fromEntries(names)).toEqual({
      [guild.id]: "Lagoon",
      [bot.id]: "Lamp",
      [user.id]: "castaway",
    });
  });

  test("shows only entries that are older than the entry in the `before` parameter", async () => {
    const { entries } = await theRooms().panel.auditView({}, undefined);
    const before = entries[1]!.id;
    expect((await theRooms().panel.auditView({}, before)).entries[0]!.id).toBe(entries[2]!.id);
  });
});
