import type { ConfigSnapshot } from "@/lib/shared/contract/config-snapshot";
import type { RevisionPage, RevisionUndo, SettingHistory } from "@/lib/shared/contract/history";
import { expect, stored, test } from "../support/instance";
import { expectNoLeak } from "../support/leaks";
import { operator, type Panel, startPanel } from "../support/panel";
import { sample, sampleSecrets } from "../support/sample";
import { PanelClient } from "../support/session";

const base = "/api/panel/config";

/*
 * Tests that the changes of any stored version can be undone, regardless of its author and age. Also runs
 * with PostgreSQL.
 */

let panel: Panel;
let client: PanelClient;
test.beforeAll(async ({ newDatabase }) => {
  panel = await startPanel({
    config: sample,
    databaseUrl: await newDatabase(),
    env: { CONFIG_REVISIONS: "6" },
  });
  client = await PanelClient.signIn(panel);
});
test.beforeEach(() => panel.replaceConfig(sample));
test.afterAll(() => panel.dispose());

const read = () => client.json<ConfigSnapshot>(base);
const set = (path: string, value: unknown) => ({ op: "set", path, value });
const fileNow = async () => JSON.parse(await panel.readConfig()) as Record<string, unknown>;

/** Saves a change. Returns the number of the new version. */
async function save(...operations: unknown[]): Promise<number> {
  const { etag } = await read();
  const response = await client.send("PATCH", base, { operations }, { "if-match": `"${etag}"` });
  expect(response.status).toBe(200);
  return (await client.json<RevisionPage>(`${base}/revisions?limit=1`)).revisions[0]!.id;
}

const preview = (id: number, path = "") =>
  client.json<RevisionUndo>(`${base}/revisions/${id}/undo${path && `?path=${path}`}`);

const undoOn = (etag: string, id: number, body: unknown = {}, as = client) =>
  as.send("POST", `${base}/revisions/${id}/undo`, body, { "if-match": `"${etag}"` });

const undo = async (id: number, body?: unknown) => undoOn((await read()).etag, id, body);

test(
  "a change in an old version can be undone with a note, and the undo can be undone, too",
  stored,
  async () => {
    const old = await save(set("limits.user.maxBio", 7), set("general.instanceName", "Lagoon"));
    await save(set("limits.user.maxUsername", 9));
    const { lines, base: etag } = await preview(old, "limits.user.maxBio");
    expect(lines).toMatchObject([{ path: "limits.user.maxBio", state: "same", after: 7, now: 7 }]);
    const done = await undoOn(etag, old, { paths: ["limits.user.maxBio"], note: " Too short " });
    expect(done.status).toBe(200);
    expect(done.headers.get("etag")).toBe(`"${((await done.json()) as ConfigSnapshot).etag}"`);
    const [newest] = (await client.json<RevisionPage>(`${base}/revisions?limit=1`)).revisions;
    expect(newest).toMatchObject({ author: operator.username, note: "Too short" });
    const before = (JSON.parse(sample) as { limits?: { user?: { maxBio?: number } } }).limits?.user?.maxBio;
    expect(newest?.changes).toMatchObject([{ path: "limits.user.maxBio", before: 7, after: before ?? null }]);
    expect(await fileNow()).toMatchObject({
      general: { instanceName: "Lagoon" },
      limits: { user: { maxUsername: 9 } },
    });

    expect((await undo(newest!.id)).status).toBe(200);
    expect(await fileNow()).toMatchObject({ limits: { user: { maxBio: 7, maxUsername: 9 } } });
    const history = await client.json<SettingHistory>(`${base}/history?path=limits.user.maxBio&limit=1`);
    expect(history.entries).toMatchObject([{ change: { after: 7 } }]);
  },
);

test("an undo overwrites a later change only if the request names the setting's path", stored, async () => {
  const old = await save(set("general.instanceName", "Lagoon"), set("limits.user.maxBio", 7));
  const since = await save(set("general.instanceName", "Pier"));
  const { lines } = await preview(old);
  expect(lines.map(({ path, state, since: by }) => [path, state, by?.id])).toEqual([
    ["general.instanceName", "changed", since],
    ["limits.user.maxBio", "same", undefined],
  ]);
  expect((await undo(old, { paths: ["limits.user.maxBio"] })).status).toBe(200);
  expect(await fileNow()).toMatchObject({ general: { instanceName: "Pier" } });
  expect((await undo(old, { paths: ["general.instanceName"] })).status).toBe(200);
  expect(await fileNow()).toMatchObject({ general: { instanceName: "Harbor" } });
  expect((await preview(old, "general.instanceName")).lines[0]?.state).toBe("undone");
  const again = await undo(old, { paths: ["general.instanceName"] });
  expect([again.status, await again.json()]).toMatchObject([
    409,
    { detail: expect.stringContaining("nothing to undo") },
  ]);
});

test("an undo restores a replaced secret without sending the secret to the browser", stored, async () => {
  const id = await save(set("security.captcha.secret", "a-newer-secret"));
  await save(set("limits.user.maxBio", 7));
  const text = await (await client.fetch(`${base}/revisions/${id}/undo`)).text();
  expectNoLeak("what undoing would do", text, [...sampleSecrets, "a-newer-secret"]);
  expect(JSON.parse(text)).toMatchObject({ lines: [{ secret: "replaced", state: "same", now: null }] });
  const answer = await undo(id);
  expect(answer.status).toBe(200);
  expectNoLeak("the answer of undoing", await answer.text(), [...sampleSecrets, "a-newer-secret"]);
  expect(await fileNow()).toMatchObject({ security: { captcha: { secret: "not-a-real-captcha-secret" } } });
});

test(
  "a change that was made outside of the panel can be undone, and the undo restores removed keys",
  stored,
  async () => {
    await panel.replaceConfig(JSON.stringify({ ...JSON.parse(sample), buoy: { light: 1, bell: true } }));
    await read();
    await panel.replaceConfig(JSON.stringify({ ...JSON.parse(sample), limits: { user: { maxBio: 3 } } }));
    await read();
    const [outside] = (await client.json<RevisionPage>(`${base}/revisions?limit=1`)).revisions;
    expect(outside?.author).toBe("outside the panel");
    await save(set("general.instanceName", "Pier"));
    expect((await preview(outside!.id)).lines.map(({ path, known }) => [path, known])).toContainEqual([
      "buoy.light",
      false,
    ]);
    expect((await undo(outside!.id)).status).toBe(200);
    expect(await fileNow()).toMatchObject({
      general: { instanceName: "Pier" },
      buoy: { light: 1, bell: true },
    });
  },
);

test("an undo of the oldest stored version, a deleted version or an unchanged path is refused", async () => {
  for (const value of [1, 2, 3, 4, 5, 6, 7]) await save(set("limits.user.maxBio", value));
  const { revisions } = await client.json<RevisionPage>(`${base}/revisions?limit=100`);
  expect(revisions).toHaveLength(6);
  const [oldest, next] = [revisions.at(-1)!.id, revisions.at(-2)!.id];
  for (const answer of [await client.fetch(`${base}/revisions/${oldest}/undo`), await undo(oldest)])
    expect([answer.status, await answer.json()]).toMatchObject([
      409,
      { detail: expect.stringContaining("oldest stored version") },
    ]);
  expect((await undo(oldest - 1)).status).toBe(404);
  expect((await undo(next, { paths: ["general.instanceName"] })).status).toBe(404);
  expect((await undo(next, { paths: [] })).status).toBe(422);
  expect((await undo(next)).status).toBe(200);
  expect(await fileNow()).toMatchObject({ limits: { user: { maxBio: 2 } } });
});

test("only one of two simultaneous undos is accepted", stored, async () => {
  const id = await save(set("limits.user.maxBio", 7));
  await save(set("general.instanceName", "Pier"));
  const { etag } = await read();
  expect((await client.send("POST", `${base}/revisions/${id}/undo`, {})).status).toBe(428);
  const answers = await Promise.all([undoOn(etag, id), undoOn(etag, id)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 412]);
  const refused = answers.find(({ status }) => status === 412);
  expect(await refused!.json()).toMatchObject({ conflicts: ["limits.user.maxBio"] });
});

test("a viewer can preview an undo but cannot perform it", async () => {
  const id = await save(set("limits.user.maxBio", 7));
  const viewer = { username: "lookout", password: "a long enough passphrase" };
  await client.addOperator({
    ...viewer,
    role: "viewer",
  });
  const looking = await PanelClient.signIn(panel, viewer);
  expect((await looking.fetch(`${base}/revisions/${id}/undo`)).status).toBe(200);
  const { etag } = await read();
  const refused = await undoOn(etag, id, {}, looking);
  expect(refused.status).toBe(403);
  expect(await fileNow()).toMatchObject({ limits: { user: { maxBio: 7 } } });
});
