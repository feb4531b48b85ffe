import { join } from "node:path";
import { beforeEach, expect, test, vi } from "vitest";
import { thePanel } from "@/lib/shared/author";
import { SqliteConnection } from "@/lib/server/db";
import { db, theRooms } from "@/testing/rooms";
import { openTestPanel, PASSWORD, type Visitor } from "@/testing/test-panel";

const panel = openTestPanel({ register: { disabled: false }, limits: { user: { maxGuilds: 60 } } });
const guilds = (value: unknown) => ({ op: "set", path: "limits.user.maxGuilds", value });
const close = { op: "set", path: "register.disabled", value: true };
let mara: Visitor;

const propose = (who: Visitor, ...operations: object[]) =>
  who.get("createProposal", { body: { title: "Safer", note: "After the raid", operations } });
const save = (who: Visitor, id: number, more = {}) =>
  who.ask("saveProposal", { params: { id }, body: {}, ...more });
const review = (sections: string[]) =>
  panel.ask("setReviewedSections", { body: { sections, password: PASSWORD } });

beforeEach(async () => {
  await panel.write({ register: { disabled: false }, limits: { user: { maxGuilds: 60 } } });
  mara ??= await panel.visitor({ username: "mara", role: "editor" });
  await theRooms().panel.proposals.setSections([]);
  await db().deleteFrom("proposal_comments").execute();
  await db().deleteFrom("proposals").execute();
});

test("a proposal waits with its note and comments, until somebody else saves it as a version", async () => {
  const { id } = await propose(mara, guilds(70), close);
  expect(panel.read()).toMatchObject({ limits: { user: { maxGuilds: 60 } } });
  expect(await panel.get("listProposals")).toMatchObject([
    { id, title: "Safer", author: "mara", state: "open" },
  ]);
  const commented = await panel.get("commentOnProposal", { params: { id }, body: { text: "Why 70?" } });
  expect(commented.discussion).toMatchObject([{ author: "keeper", text: "Why 70?" }]);
  expect(commented.changes).toMatchObject([
    { path: "register.disabled", before: false, after: true },
    { path: "limits.user.maxGuilds", before: 60, after: 70 },
  ]);
  expect((await save(panel, id)).status).toBe(200);
  expect(panel.read()).toMatchObject({ register: { disabled: true }, limits: { user: { maxGuilds: 70 } } });
  const { revisions } = await panel.get("listRevisions", { query: { limit: "1" } });
  expect(revisions[0]).toMatchObject({ author: "keeper", note: `Proposal ${id} by mara: Safer` });
  const saved = await panel.get("getProposal", { params: { id } });
  expect(saved).toMatchObject({ state: "saved", decision: { by: "keeper", version: revisions[0]?.id } });
  expect((await panel.entries())[0]).toMatchObject({
    action: "proposal.save",
    target: String(id),
    outcome: "done",
  });
  expect((await save(panel, id)).status).toBe(409);
  expect((await panel.ask("rejectProposal", { params: { id }, body: {} })).status).toBe(409);
});

test("each step of a proposal is recorded, without secrets", async () => {
  const secret = "a secret of more than thirty-two bytes";
  await panel.write({ security: { jwtSecret: secret }, limits: { user: { maxGuilds: 60 } }, buoys: 1 });
  const body = { title: `Not ${secret}`, operations: [guilds(70)], keys: [{ path: "buoys", text: "2" }] };
  const { id } = await mara.get("createProposal", { body });
  const [created] = await panel.entries();
  expect(created).toMatchObject({
    ...{ action: "proposal.create", actor: "mara", target: expect.stringMatching(/^Not /) as unknown },
    detail: { paths: ["limits.user.maxGuilds", "buoys"] },
  });
  expect(created?.target).not.toContain(secret);
  const target = String(id);
  await panel.get("commentOnProposal", { params: { id }, body: { text: "Why?" } });
  expect(await panel.entries()).toMatchObject([{ action: "proposal.comment", target }]);
  await panel.get("rejectProposal", { params: { id }, body: { reason: "Too many" } });
  expect(await panel.entries()).toMatchObject([
    { action: "proposal.reject", target, detail: { note: "Too many" } },
  ]);
  await panel.get("createProposal", { body: { title: "Safer", operations: [guilds(70)] } });
  expect((await panel.entries())[0]?.detail).toEqual({ paths: ["limits.user.maxGuilds"] });
});

test("a proposal lists up to 5,000 added and removed entries of a list, open and closed", async () => {
  const domains = (name: string, count: number) =>
    Array.from({ length: count }, (_, nth) => `${name}${String(nth).padStart(4, "0")}.example`);
  await panel.write({ register: { email: { domains: domains("old", 5_001) } } });
  const value = [...domains("new", 50), "zzz.example"];
  const { id } = await propose(mara, { op: "set", path: "register.email.domains", value });
  const open = await panel.get("getProposal", { params: { id } });
  const list = open.changes[0]?.list;
  expect(list?.added).toEqual(value);
  expect(list?.removed).toEqual(domains("old", 5_000));
  expect(list?.counts).toEqual({ added: 51, removed: 5_001, moved: 0 });
  const closed = await panel.get("rejectProposal", { params: { id }, body: {} });
  expect(closed.changes).toEqual(open.changes);
});

test("a rejected proposal has a reason, and changes nothing", async () => {
  const { id } = await propose(mara, guilds(70));
  const rejected = await panel.get("rejectProposal", { params: { id }, body: { reason: "Too many" } });
  expect(rejected).toMatchObject({
    ...{ state: "rejected", decision: { by: "keeper", reason: "Too many", version: null } },
    changes: [{ path: "limits.user.maxGuilds", before: 60, after: 70 }],
  });
  expect((await save(panel, id)).status).toBe(409);
});

test("a proposal that is being saved is neither rejected nor saved again, and is open after a failed save", async () => {
  const { id } = await propose(mara, guilds(70));
  await panel.get("saveConfig", { body: { operations: [guilds(61)] } });
  // Another process has the file's lock, so the save waits.
  const other = new SqliteConnection(join(panel.dataDir, ".config.json.lock"), { busyTimeout: 0 });
  other.exec("begin exclusive");
  const saving = save(panel, id);
  const begun = async () =>
    expect(await panel.entries(1)).toMatchObject([{ action: "proposal.save", outcome: "begun" }]);
  await vi.waitFor(begun);
  await vi.waitFor(async () => {
    const { saving_since } = await db()
      .selectFrom("proposals")
      .select("saving_since")
      .executeTakeFirstOrThrow();
    expect(saving_since).not.toBeNull();
  });
  const reject = () => panel.ask("rejectProposal", { params: { id }, body: {} });
  const refused = { status: 409, body: { detail: expect.stringContaining("Somebody is saving") as unknown } };
  expect(await reject()).toMatchObject(refused);
  expect(await save(panel, id)).toMatchObject(refused);
  other.exec("rollback");
  other.close();
  expect((await saving).status).toBe(200);
  expect((await panel.get("getProposal", { params: { id } })).state).toBe("saved");
  expect(panel.read()).toMatchObject({ limits: { user: { maxGuilds: 70 } } });

  const failed = await propose(mara, guilds(80));
  expect((await save(panel, failed.id, { etag: "0".repeat(64) })).status).toBe(412);
  expect((await panel.ask("rejectProposal", { params: { id: failed.id }, body: {} })).status).toBe(200);
});

test("a proposal whose save was interrupted a minute ago can be decided again", async () => {
  const { id } = await propose(mara, guilds(70));
  const interrupted = (ms: number) =>
    db()
      .updateTable("proposals")
      .set({ saving_since: Date.now() - ms })
      .execute();
  await interrupted(50_000);
  expect((await save(panel, id)).status).toBe(409);
  await interrupted(60_001);
  expect((await save(panel, id)).status).toBe(200);
});

test("a save that fails after somebody else has taken over leaves the proposal to them", async () => {
  const { id } = await propose(mara, guilds(70));
  const takenAt = Date.now() + 60_001;
  const failing = theRooms().panel.proposals.save(id, thePanel, async () => {
    await db().updateTable("proposals").set({ saving_since: takenAt }).execute();
    throw new Error("The disk is full.");
  });
  await expect(failing).rejects.toThrow("The disk is full.");
  const row = await db().selectFrom("proposals").select("saving_since").executeTakeFirstOrThrow();
  expect(Number(row.saving_since)).toBe(takenAt);
});

test("requests and pages for proposals wait in one queue", async () => {
  const { id } = await propose(mara, guilds(70));
  const { turns, panel: own } = theRooms();
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  const other = turns.proposals(0, () => held);
  const pages = [1, 2, 3, 4].map(() => own.proposals.getInTurn(id, mara.operator.id));
  expect((await mara.ask("getProposal", { params: { id } })).status).toBe(503);
  release();
  await other;
  expect(await Promise.all(pages)).toMatchObject(pages.map(() => ({ id })));
  expect((await mara.ask("getProposal", { params: { id } })).status).toBe(200);
});

test("a saved proposal names its own version, also if somebody has saved another one since", async () => {
  const { id } = await propose(mara, guilds(70));
  await theRooms().panel.proposals.save(id, thePanel, async () => {
    const saved = await panel.get("saveConfig", { body: { operations: [guilds(71)] } });
    await panel.get("saveConfig", { body: { operations: [guilds(72)] } });
    return saved;
  });
  const { revisions } = await panel.get("listRevisions", { query: { limit: "2" } });
  const { decision } = await panel.get("getProposal", { params: { id } });
  expect(decision?.version).toBe(revisions[1]?.id);
});

test("an editor with a section limit rejects only proposals for these sections, and withdraws their own", async () => {
  const lea = await panel.visitor({ username: "lea", role: "editor" });
  await panel.get("changeOperator", { params: { id: lea.operator.id }, body: { sections: ["register"] } });
  const [guild, own, closing] = [
    await propose(mara, guilds(70)),
    await propose(lea, guilds(80)),
    await propose(mara, close),
  ];
  const reject = async ({ id }: { id: number }) =>
    (await lea.ask("rejectProposal", { params: { id }, body: {} })).status;
  expect([await reject(guild), await reject(own), await reject(closing)]).toEqual([403, 200, 200]);
  const open = (await lea.get("listProposals")).filter(({ state }) => state === "open");
  expect(open).toMatchObject([{ id: guild.id, paths: ["limits.user.maxGuilds"] }]);
});

test("a section that needs two operators refuses direct saves, undos and the proposer's own save", async () => {
  expect((await review(["register"])).status).toBe(200);
  expect(await panel.entries()).toMatchObject([{ action: "proposal.sections", target: "register" }]);
  const refused = await panel.ask("saveConfig", { body: { operations: [close] } });
  expect(refused).toMatchObject({
    status: 403,
    body: { code: "review-required", refused: "register.disabled" },
  });
  const text = JSON.stringify({ register: { disabled: true } });
  expect((await panel.ask("saveRawConfig", { body: { text } })).status).toBe(403);
  expect((await panel.ask("saveConfig", { body: { operations: [guilds(70)] } })).status).toBe(200);

  const { id } = await propose(mara, close);
  expect(await mara.get("getProposal", { params: { id } })).toMatchObject({
    refusal: expect.stringContaining("you made this proposal"),
  });
  expect(await save(mara, id)).toMatchObject({ status: 403, body: { code: "review-required" } });
  expect((await panel.get("getProposal", { params: { id } })).refusal).toBeNull();
  expect((await save(panel, id)).status).toBe(200);
  const [{ id: version } = { id: 0 }] = (await panel.get("listRevisions")).revisions;
  expect((await panel.ask("undoChange", { params: { id: version }, body: {} })).status).toBe(403);
});

test("the proposer may save other sections without somebody else", async () => {
  await review(["register"]);
  const { id } = await propose(mara, guilds(70));
  expect((await save(mara, id)).status).toBe(200);
});

test("sections need two operators only if there are two", async () => {
  const change = (values: { disabled?: number; role?: "viewer" | "editor" }) =>
    db().updateTable("operators").set(values).where("username", "!=", "keeper").execute();
  for (const able of [{ disabled: 1 }, { disabled: 0, role: "viewer" }] as const) {
    expect(await change(able)).toHaveLength(1);
    expect((await review(["register"])).status).toBe(409);
    expect((await review([])).status).toBe(200);
  }
  await change({ role: "editor" });
  expect((await review(["register"])).status).toBe(200);
  expect(await review(["harbor"])).toMatchObject({
    status: 422,
    body: { problems: [{ path: "sections", message: "There is no section harbor." }] },
  });
  expect((await review([])).status).toBe(200);
  expect(await panel.entries()).toMatchObject([{ action: "proposal.sections", target: "none" }]);
});

test("an API token that may only propose changes nothing else", async () => {
  const asToken = (proposes: boolean) =>
    panel.as({ role: "viewer", token: { id: "t", name: "assistant", proposes } });
  const assistant = asToken(true);
  const { id } = await propose(assistant, guilds(70));
  expect(await panel.get("getProposal", { params: { id } })).toMatchObject({
    author: "keeper",
    authorKind: "token",
  });
  const body = { operations: [guilds(70)] };
  expect((await assistant.ask("saveConfig", { body })).status).toBe(403);
  expect((await save(assistant, id)).status).toBe(403);
  expect((await assistant.ask("rejectProposal", { params: { id }, body: {} })).status).toBe(403);
  expect((await asToken(false).ask("createProposal", { body: { title: "No", ...body } })).status).toBe(403);
});

test("a stored API token has the permission to propose", async () => {
  const body = { name: "assistant", role: "viewer", proposes: true, expiresInDays: 1, password: PASSWORD };
  const { entry } = await panel.get("createApiToken", { body });
  expect(entry).toMatchObject({ role: "viewer", proposes: true });
});

test("newer values of proposed settings are conflicts, and a stale review is refused", async () => {
  const { etag } = await panel.get("readConfig");
  const { id } = await propose(mara, guilds(70), close);
  await panel.get("saveConfig", { body: { operations: [guilds(65)] } });
  expect(await panel.get("getProposal", { params: { id } })).toMatchObject({
    conflicts: ["limits.user.maxGuilds"],
    changes: expect.arrayContaining([expect.objectContaining({ before: 65, after: 70 })]),
  });
  expect((await save(panel, id, { etag })).status).toBe(412);
  expect((await save(panel, id)).status).toBe(200);
});

test("secrets in a proposal are never shown, and saving them needs proof of identity", async () => {
  const secret = { op: "set", path: "email.smtp.password", value: "a new lantern" };
  const { id } = await propose(mara, secret);
  const shown = await panel.get("getProposal", { params: { id } });
  expect(shown.changes).toEqual([
    { path: "email.smtp.password", known: true, secret: "set", before: null, after: null },
  ]);
  expect(JSON.stringify(shown)).not.toContain("lantern");
  expect((await save(panel.as({ isProved: false }), id)).status).toBe(403);
  expect((await save(panel, id)).status).toBe(200);
  expect(panel.read()).toMatchObject({ email: { smtp: { password: "a new lantern" } } });
});

test("a proposal that is not valid is refused, or shows why it cannot be saved", async () => {
  const ask = (body: object) => panel.ask("createProposal", { body: { title: "X", ...body } });
  expect((await ask({ operations: [guilds("many")] })).status).toBe(422);
  expect((await ask({ operations: [] })).status).toBe(422);
  expect((await ask({ operations: [guilds(1)], title: " " })).status).toBe(422);
  const { id } = await propose(mara, { op: "set", path: "security.captcha.enabled", value: true });
  expect((await panel.get("getProposal", { params: { id } })).problems).toHaveLength(1);
  expect((await save(panel, id)).status).toBe(422);
  expect((await panel.get("getProposal", { params: { id } })).state).toBe("open");
});

test("one operator has at most 25 open proposals", async () => {
  for (let count = 0; count < 25; count += 1) await propose(mara, guilds(70 + count));
  const more = { body: { title: "Safer", operations: [guilds(99)] } };
  expect((await mara.ask("createProposal", more)).status).toBe(409);
  expect((await panel.ask("createProposal", more)).status).toBe(201);
});

/** Stores copies of a proposal. */
async function copied(id: number, times: number, changes: object): Promise<void> {
  const { id: _, ...row } = await db()
    .selectFrom("proposals")
    .where("id", "=", id)
    .selectAll()
    .executeTakeFirstOrThrow();
  const copies = Array.from({ length: times }, () => ({ ...row, ...changes }));
  await db().insertInto("proposals").values(copies).execute();
}

test("every open proposal is listed, also one that is older than a hundred closed ones", async () => {
  const { id } = await propose(mara, guilds(70));
  await copied(id, 101, { state: "rejected" });
  const listed = await panel.get("listProposals");
  expect(listed.filter(({ state }) => state === "open")).toMatchObject([{ id }]);
  expect(listed).toHaveLength(101);
});

test("at most a hundred proposals of all operators are open, and each is limited in size", async () => {
  const { id } = await propose(mara, guilds(70));
  await copied(id, 98, { operator_id: null });
  const { body } = { body: { title: "Safer", operations: [guilds(99)] } };
  expect((await panel.ask("createProposal", { body })).status).toBe(201);
  expect(await panel.ask("createProposal", { body })).toMatchObject({ status: 409 });
  const sized = (bytes: number) => panel.ask("createProposal", { body: " ".repeat(bytes) });
  expect([(await sized(256 * 1024)).status, (await sized(256 * 1024 + 1)).status]).toEqual([400, 413]);
});

test("a proposal has at most 200 comments", async () => {
  const { id } = await propose(mara, guilds(70));
  const comment = { proposal_id: id, author: "mara", author_kind: "operator", at: 1, text: "Why?" };
  await db().insertInto("proposal_comments").values(Array(199).fill(comment)).execute();
  const say = () => panel.ask("commentOnProposal", { params: { id }, body: { text: "Because." } });
  expect([(await say()).status, (await say()).status]).toEqual([201, 409]);
});

test("commits in Git use up at most 25 open proposals", async () => {
  const { proposals } = theRooms().panel;
  const commit = (value: number) =>
    proposals.create(
      { author: thePanel, operatorId: null },
      { title: "Commit", operations: [{ op: "set", path: "limits.user.maxGuilds", value }] },
    );
  for (let count = 0; count < 25; count += 1) await commit(70 + count);
  await expect(commit(99)).rejects.toMatchObject({ code: "conflict" });
  expect((await propose(mara, guilds(99))).id).toBeGreaterThan(0);
});

test("a proposal of no operator, such as one from Git, does not count as a second operator", async () => {
  await review(["register"]);
  const { id } = await propose(mara, close);
  const other = await propose(mara, guilds(70));
  await db().updateTable("proposals").set({ operator_id: null }).execute();
  expect((await panel.get("getProposal", { params: { id } })).refusal).toContain(
    "no operator made this proposal",
  );
  expect(await save(panel, id)).toMatchObject({ status: 403, body: { code: "review-required" } });
  expect((await save(panel, other.id)).status).toBe(200);
});

test("the list of proposals does not read their edits", async () => {
  await propose(mara, close);
  const asked = vi.spyOn(db().getExecutor(), "executeQuery");
  await panel.get("listProposals");
  const queries = asked.mock.calls.map(([{ sql }]) => sql).filter((sql) => sql.includes('from "proposals"'));
  asked.mockRestore();
  expect(queries).toHaveLength(2);
  for (const query of queries) expect(query).not.toMatch(/\*|"edits"|"changes"/);
});
