import { chmodSync, rmSync, statSync } from "node:fs";
import { configFile } from "@/testing/rooms";
import { beforeEach, describe, expect, test } from "vitest";
import { VIEWER_REASON } from "@/lib/shared/role";
import { unrecognizedKeys } from "@/lib/shared/contract/values";
import { openTestPanel } from "@/testing/test-panel";
import { filterOf } from "@/lib/server/panel/page-address";

const panel = openTestPanel();

const SECRET = "a signing key that nobody guesses";
const start = {
  general: { instanceName: "Harbor" },
  security: { jwtSecret: "a secret of more than thirty-two bytes", requestSignature: SECRET },
  buoys: 3,
};
beforeEach(async () => {
  await panel.write(start);
  await configFile().dismissUndone();
});

const set = (path: string, value: unknown) => ({ op: "set", path, value });
const rename = (value: string) => [set("general.instanceName", value)];
const etag = async () => (await configFile().read()).etag;
const newest = async () => (await configFile().history.newest())!;
const nameInFile = () => (panel.read() as typeof start).general.instanceName;
const unproved = () => panel.as({ isProved: false });

describe("reading the file", () => {
  test("returns the file's ETag and state", async () => {
    const { headers, body } = await panel.ask("readConfig");
    expect(headers.ETag).toBe(`"${await etag()}"`);
    expect(body).toMatchObject({ etag: await etag(), file: { state: "usable", readOnly: null } });
    expect(await panel.as({ role: "viewer" }).get("readConfig")).toMatchObject({
      file: { state: "usable", readOnly: VIEWER_REASON },
    });
    expect(await panel.as({ role: "editor" }).get("readConfig")).toMatchObject({ file: { readOnly: null } });
  });

  test("leaves out the entries of long lists only on request", async () => {
    const domains = Array.from({ length: 200 }, (_, nth) => `${nth}.example`);
    await panel.write({ ...start, register: { email: { domains } } });
    const read = async (query: Record<string, string>) =>
      (await panel.get("readConfig", { query })).values as { register: { email: { domains: unknown } } };
    expect((await read({})).register.email.domains).toEqual(domains);
    expect((await read({ lists: "counted" })).register.email.domains).not.toEqual(domains);
    expect(await panel.get("readList", { query: { path: "register.email.domains" } })).toMatchObject({
      items: domains,
    });
  });

  test("can return a JSON Schema of the file", async () => {
    const { headers, body } = await panel.ask("configSchema");
    expect(headers["content-type"]).toBe("application/schema+json");
    expect(body).toMatchObject({ $schema: expect.any(String), properties: { general: expect.anything() } });
  });

  test("includes secrets in a download only on request", async () => {
    const plain = await panel.ask("exportConfig");
    const text = (body: unknown) => new TextDecoder().decode(body as Uint8Array);
    expect(plain.headers["content-type"]).toBe("application/json; charset=utf-8");
    expect(plain.headers["content-disposition"]).toMatch(/^attachment; filename\*=UTF-8''[\w.%-]+\.json$/);
    expect(text(plain.body)).toContain("Harbor");
    expect(text(plain.body)).not.toContain(SECRET);
    expect(await panel.entries()).toMatchObject([{ action: "config.export", detail: { secrets: false } }]);
    const whole = await panel.ask("exportWithSecrets", { body: { secrets: true } });
    expect(text(whole.body)).toContain(SECRET);
    expect(await panel.entries()).toMatchObject([{ action: "config.export", detail: { secrets: true } }]);
    const without = await panel.ask("exportWithSecrets", { body: { secrets: false } });
    expect(text(without.body)).not.toContain(SECRET);
    expect(await panel.entries()).toMatchObject([{ action: "config.export", detail: { secrets: false } }]);
  });
});

describe("saving settings", () => {
  test("writes settings and unrecognized keys to the file", async () => {
    const before = await etag();
    const { body, headers } = await panel.ask("saveConfig", {
      body: { operations: rename("Pier"), keys: [{ path: "buoys", text: "4" }], note: "New name" },
    });
    expect([nameInFile(), panel.read()]).toMatchObject(["Pier", { buoys: 4 }]);
    expect(headers.ETag).toBe(`"${await etag()}"`);
    expect(body).toMatchObject({ etag: await etag() });
    expect(await panel.entries()).toEqual([
      {
        action: "config.save",
        actor: "keeper",
        actorKind: "operator",
        target: await etag(),
        detail: { paths: ["general.instanceName", "buoys"], note: "New name" },
        outcome: "done",
      },
    ]);
    const [version] = (await panel.get("listRevisions")).revisions;
    expect(version).toMatchObject({ author: "keeper", note: "New name" });
    await panel.ask("saveConfig", { body: { operations: rename("Quay"), note: "" } });
    expect((await panel.entries())[0]?.detail).toEqual({ paths: ["general.instanceName"] });
    expect(before).not.toBe(await etag());
  });

  test("is refused if the file has changed since it was read", async () => {
    const body = { operations: rename("Pier") };
    expect(await panel.ask("saveConfig", { body, headers: { "if-match": "" } })).toMatchObject({
      status: 428,
      body: { code: "precondition-required" },
    });
    const old = await etag();
    await panel.get("saveConfig", { body: { operations: rename("Quay") } });
    const late = await panel.ask("saveConfig", { body: { operations: rename("Dock") }, etag: old });
    expect(late).toMatchObject({ status: 412, headers: { etag: `"${await etag()}"` } });
    expect(await panel.ask("saveConfig", { body: { operations: [] } })).toMatchObject({
      status: 422,
      body: { problems: [{ path: "operations", message: "Send at least one operation." }] },
    });
    expect(nameInFile()).toBe("Quay");
  });

  test("needs proof of identity only if a secret changes", async () => {
    const operations = [set("security.requestSignature", "another key that nobody guesses")];
    expect(await unproved().ask("saveConfig", { body: { operations } })).toMatchObject({
      status: 403,
      body: { code: "proof-required", detail: expect.stringContaining("Nothing was saved") },
    });
    expect(panel.read()).toMatchObject({ security: { requestSignature: SECRET } });
    await unproved().get("saveConfig", { body: { operations: rename("Pier") } });
    await panel.get("saveConfig", { body: { operations } });
    expect(panel.read()).toMatchObject({
      general: { instanceName: "Pier" },
      security: { requestSignature: "another key that nobody guesses" },
    });
  });

  test("names the consequences of another secret, before and after the proof", async () => {
    const operations = [set("security.jwtSecret", "another secret of more than thirty-two bytes")];
    const consequences = [{ path: "security.jwtSecret", message: expect.any(String) as unknown }];
    const refused = await unproved().ask("saveConfig", { body: { operations } });
    expect(refused.body).toMatchObject({ code: "proof-required", problems: consequences });
    expect(await panel.get("saveConfig", { body: { operations } })).toMatchObject({ consequences });
    const renamed = await panel.get("saveConfig", { body: { operations: rename("Pier") } });
    expect(renamed).not.toHaveProperty("consequences");
  });

  test("is refused outside an editor's sections, and to a limited editor for the whole file", async () => {
    const operator = { ...panel.operator, sections: ["register"] };
    const editor = panel.as({ role: "editor", operator });
    const save = (body: object) => editor.ask("saveConfig", { body });
    expect(await save({ operations: rename("Pier") })).toMatchObject({
      status: 403,
      body: { refused: "general.instanceName" },
    });
    const own = [set("register.disabled", true)];
    expect(await save({ operations: own, naming: "branded" })).toMatchObject({
      status: 403,
      body: { refused: "naming" },
    });
    expect(nameInFile()).toBe("Harbor");
    expect((await save({ operations: own })).status).toBe(200);
  });

  test("can be undone with the previous version's etag", async () => {
    const to = await etag();
    await panel.get("saveConfig", { body: { operations: rename("Pier") } });
    await panel.get("undoSave", { body: { to } });
    expect(nameInFile()).toBe("Harbor");
    expect((await panel.entries())[0]).toMatchObject({ action: "config.undo", target: to });
    await panel.get("saveConfig", {
      body: { operations: [set("security.requestSignature", "x".repeat(32))] },
    });
    expect(await unproved().ask("undoSave", { body: { to: await etag() } })).toMatchObject({ status: 409 });
    expect(await unproved().ask("undoSave", { body: { to } })).toMatchObject({
      body: { code: "proof-required" },
    });
    expect((await panel.entries())[0]).toMatchObject({
      action: "config.undo",
      target: to,
      outcome: "failed",
    });
  });

  test("can be previewed as changed lines of the file", async () => {
    const { etag: based, hunks } = await panel.get("previewConfig", {
      body: { operations: rename("Pier"), keys: [{ path: "buoys", text: "4" }] },
    });
    expect(based).toBe(await etag());
    const lines = hunks!.flatMap(({ lines: all }) => all);
    expect(lines.filter(({ kind }) => kind === "added").map(({ text }) => text.trim())).toEqual([
      '"instanceName": "Pier"',
      '"buoys": 4',
    ]);
    expect(nameInFile()).toBe("Harbor");
  });

  test("an import can be previewed as a list of changed settings", async () => {
    await panel.write({ general: { instanceName: "Harbor", instanceDescription: "Ships" } });
    const body = { text: JSON.stringify({ general: { instanceName: "Pier" } }) };
    const { operations } = await panel.get("previewImport", { body });
    expect(operations).toEqual(rename("Pier"));
    const whole = await panel.get("previewImport", { body: { ...body, mode: "replace" } });
    expect(whole.operations.map(({ path }) => path)).toEqual([
      "general.instanceName",
      "general.instanceDescription",
    ]);
  });
});

describe("the file itself", () => {
  test("can be created if it is missing", async () => {
    rmSync(panel.configPath);
    await configFile().read();
    const created = await panel.ask("createConfigFile", { body: { note: "Started again" } });
    expect(created).toMatchObject({ status: 201, headers: { ETag: `"${await etag()}"` } });
    expect((await panel.entries())[0]).toMatchObject({
      action: "config.create",
      detail: { note: "Started again" },
    });
    expect((await panel.get("listRevisions")).revisions[0]).toMatchObject({ note: "Started again" });
    chmodSync(panel.configPath, 0o644);
    await panel.get("closeConfigFile", { body: {} });
    expect(statSync(panel.configPath).mode & 0o007).toBe(0);
    expect((await panel.entries())[0]).toMatchObject({ action: "config.permissions" });
  });

  test("can be edited as text, with markers in place of secrets", async () => {
    const { text } = await panel.get("readRawConfig");
    expect(text).toContain('"Harbor"');
    expect(text).not.toContain(SECRET);
    const body = { text: text.replace("Harbor", "Pier"), note: "By hand" };
    expect(await unproved().get("saveRawConfig", { body })).toMatchObject({ etag: await etag() });
    expect(panel.read()).toMatchObject({
      general: { instanceName: "Pier" },
      security: { requestSignature: SECRET },
    });
    expect((await panel.entries())[0]).toMatchObject({ action: "config.raw", detail: { note: "By hand" } });
    expect((await panel.get("listRevisions")).revisions[0]).toMatchObject({
      note: "By hand",
      author: "keeper",
    });
    const secret = JSON.stringify({
      ...start,
      security: { ...start.security, requestSignature: "y".repeat(32) },
    });
    expect(await unproved().ask("saveRawConfig", { body: { text: secret } })).toMatchObject({
      body: { code: "proof-required" },
    });
    const old = await panel.ask("saveRawConfig", { body: { text: secret }, etag: "0".repeat(64) });
    expect(old).toMatchObject({ status: 412 });
  });

  test("is shown with hidden values if it is invalid", async () => {
    expect(await panel.ask("showRawConfig", { body: {} })).toMatchObject({ status: 409 });
    await panel.write(`{ "security": { "requestSignature": "${SECRET}" }`);
    expect((await panel.get("showRawConfig", { body: {} })).text).toContain(SECRET);
    expect((await panel.entries())[0]).toMatchObject({ action: "config.raw.show" });
  });
});

describe("an unrecognized key", () => {
  test("can be shown, saved and removed", async () => {
    expect(await panel.get("readOtherKey", { query: { path: "buoys" } })).toMatchObject({
      path: "buoys",
      text: "3",
    });
    expect((await panel.entries())[0]).toMatchObject({ action: "config.other.show", target: "buoys" });
    await panel.get("saveOtherKey", { body: { path: "buoys", text: "[4]" } });
    expect(panel.read()).toMatchObject({ buoys: [4] });
    expect((await panel.entries())[0]).toMatchObject({ action: "config.other.save", target: "buoys" });
    await panel.get("removeOtherKey", { query: { path: "buoys" } });
    expect(panel.read()).not.toHaveProperty("buoys");
    expect((await panel.entries())[0]).toMatchObject({ action: "config.other.remove", target: "buoys" });
    expect(await panel.ask("readOtherKey", { query: { path: "buoys" } })).toMatchObject({ status: 404 });
  });

  test("with a text can be changed only with proof of identity", async () => {
    await panel.write({ ...start, harborMaster: "hunter" });
    const body = { path: "harborMaster", text: '"other"' };
    expect(await unproved().ask("saveOtherKey", { body })).toMatchObject({
      body: { code: "proof-required" },
    });
    expect(await unproved().ask("removeOtherKey", { query: { path: "harborMaster" } })).toMatchObject({
      body: { code: "proof-required" },
    });
    expect(panel.read()).toMatchObject({ harborMaster: "hunter" });
    await panel.get("saveOtherKey", { body });
    expect(panel.read()).toMatchObject({ harborMaster: "other" });
  });
});

describe("the history", () => {
  /** Saves three different instance names. @returns the numbers of the three versions */
  async function threeNames(): Promise<[number, number, number]> {
    const ids: number[] = [];
    for (const name of ["Pier", "Quay", "Dock"]) {
      await panel.get("saveConfig", { body: { operations: rename(name), note: `Name ${name}` } });
      ids.push(await newest());
    }
    return ids as [number, number, number];
  }

  test("lists versions in pages, filtered by section", async () => {
    const [pier, quay, dock] = await threeNames();
    const ids = async (query: Record<string, string>) =>
      (await panel.get("listRevisions", { query })).revisions.map(({ id }) => id);
    expect(await ids({ limit: "2" })).toEqual([dock, quay]);
    expect(await ids({ limit: "1", before: String(quay) })).toEqual([pier]);
    expect((await ids({ section: "general" })).slice(0, 3)).toEqual([dock, quay, pier]);
    expect(await ids({ section: unrecognizedKeys })).not.toContain(dock);
    expect(await panel.ask("listRevisions", { query: { section: "harbor" } })).toMatchObject({
      status: 422,
      body: { code: "invalid-settings", problems: [{ path: "section" }] },
    });
  });

  test("ignores unknown sections and invalid parameters in its page's URL", () => {
    const since = "2026-11-21T00:00:00Z";
    expect(filterOf({ author: "keeper", section: "general", since, until: since })).toEqual({
      author: "keeper",
      section: "general",
      since,
      until: since,
    });
    expect(filterOf({ section: unrecognizedKeys })).toMatchObject({ section: unrecognizedKeys });
    expect(filterOf({ author: "", section: "harbor", since: "today", until: ["x"] })).toEqual({
      author: undefined,
      section: undefined,
      since: undefined,
      until: undefined,
    });
    expect(filterOf({})).toMatchObject({ section: undefined });
  });

  test("shows and compares versions", async () => {
    const [pier, quay] = await threeNames();
    expect(await panel.get("getRevision", { params: { id: quay } })).toMatchObject({
      id: quay,
      note: "Name Quay",
      older: pier,
      restores: [{ path: "general.instanceName", before: "Dock", after: "Quay" }],
    });
    const query = { from: String(pier), to: String(quay) };
    expect(await panel.get("compareRevisions", { query })).toMatchObject({
      from: { id: pier },
      to: { id: quay },
      changes: [{ before: "Pier", after: "Quay" }],
    });
    const { entries } = await panel.get("settingHistory", {
      query: { path: "general.instanceName", limit: "2" },
    });
    expect(entries.map(({ change }) => change.after)).toEqual(["Dock", "Quay"]);
    expect(await panel.ask("getRevision", { params: { id: 4711 } })).toMatchObject({ status: 404 });
  });

  test("restores a whole version or some of its settings", async () => {
    const [pier, quay] = await threeNames();
    await panel.get("saveOtherKey", { body: { path: "buoys", text: "9" } });
    const params = { id: pier };
    await panel.get("restoreRevision", { params, body: { paths: ["general.instanceName"], note: "Back" } });
    expect(panel.read()).toMatchObject({ general: { instanceName: "Pier" }, buoys: 9 });
    expect((await panel.entries())[0]).toMatchObject({
      action: "config.restore",
      detail: { revision: pier, paths: ["general.instanceName"], note: "Back" },
    });
    expect((await panel.get("listRevisions")).revisions[0]).toMatchObject({ note: "Back" });
    await panel.get("restoreRevision", { params: { id: quay }, body: {} });
    expect(panel.read()).toMatchObject({ general: { instanceName: "Quay" }, buoys: 3 });
    expect((await panel.entries())[0]?.detail).toEqual({ revision: quay });
  });

  test("undoes the change of one version without undoing later changes", async () => {
    const [, , dock] = await threeNames();
    await panel.get("saveOtherKey", { body: { path: "buoys", text: "9" } });
    const params = { id: dock };
    const { lines, base } = await panel.get("previewUndo", { params });
    expect([lines, base]).toMatchObject([
      [{ path: "general.instanceName", before: "Quay", now: "Dock" }],
      await etag(),
    ]);
    const other = await panel.get("previewUndo", { params, query: { path: "general.instanceName" } });
    expect(other.lines).toHaveLength(1);
    await panel.get("undoChange", { params, body: { paths: ["general.instanceName"] } });
    expect(panel.read()).toMatchObject({ general: { instanceName: "Quay" }, buoys: 9 });
    expect((await panel.entries())[0]).toMatchObject({
      action: "config.undo-change",
      detail: { undone: dock, paths: ["general.instanceName"] },
    });
  });

  test("requires proof of identity to restore an earlier secret", async () => {
    await panel.get("saveConfig", { body: { operations: rename("Pier") } });
    const before = await newest();
    await panel.get("saveConfig", {
      body: { operations: [set("security.requestSignature", "z".repeat(32))] },
    });
    const after = await newest();
    for (const [name, id] of [
      ["restoreRevision", before],
      ["undoChange", after],
    ] as const)
      expect(await unproved().ask(name, { params: { id }, body: {} })).toMatchObject({
        body: { code: "proof-required" },
      });
    await panel.get("restoreRevision", { params: { id: before }, body: {} });
    expect(panel.read()).toMatchObject({ security: { requestSignature: SECRET } });
  });
});

describe("saved values that another program has reverted", () => {
  const undone = async () => {
    await panel.get("saveConfig", { body: { operations: rename("Pier") } });
    await panel.write(start);
  };

  test("are listed, and can be saved again", async () => {
    await undone();
    expect(await panel.get("listUndone")).toMatchObject([
      { path: "general.instanceName", saved: "Pier", now: "Harbor", author: "keeper" },
    ]);
    await panel.get("restoreUndone", { body: { paths: ["general.instanceName"] } });
    expect(nameInFile()).toBe("Pier");
    expect((await panel.entries())[0]).toMatchObject({
      action: "config.reapply",
      detail: { paths: ["general.instanceName"] },
    });
    await undone();
    await panel.get("restoreUndone", { body: {} });
    expect(nameInFile()).toBe("Pier");
    expect((await panel.entries())[0]?.detail).toBeNull();
  });

  test("can be dismissed", async () => {
    await undone();
    const paths = ["general.instanceName"];
    expect(await panel.get("dismissUndone")).toEqual({ dismissed: paths });
    expect(await panel.get("listUndone")).toEqual([]);
    expect((await panel.entries())[0]).toMatchObject({ action: "config.dismiss-undone", detail: { paths } });
  });
});

test("an operator can start a new history for the file", async () => {
  const { histories } = await panel.get("listHistories");
  const [own] = histories;
  expect(histories).toMatchObject([{ isCurrent: true, paths: [panel.configPath] }]);
  expect((await panel.get("chooseHistory", { body: { history: null } })).histories).toHaveLength(2);
  expect((await panel.entries())[0]).toMatchObject({
    action: "config.history",
    target: panel.configPath,
    detail: { history: null },
  });
  const chosen = await panel.get("chooseHistory", { body: { history: own!.id } });
  expect(chosen.histories.find(({ isCurrent }) => isCurrent)).toMatchObject({ id: own!.id });
});
