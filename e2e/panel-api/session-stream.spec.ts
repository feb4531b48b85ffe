import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import type { ConfigSnapshot } from "@/lib/shared/contract/config-snapshot";
import type { RevisionPage } from "@/lib/shared/contract/history";
import { FileStream } from "../support/file-stream";
import { startPanel } from "../support/panel";
import { PanelClient } from "../support/session";
import { expect, test } from "../support/shared-panel";

const sample = readFileSync("e2e/fixtures/branded-partial.json", "utf8");
const config = "/api/panel/config";
const signOutEverywhere = "/api/panel/account/sessions";

/** A second operator, signed in, and its id. */
async function secondOperator(first: PanelClient, credentials: { username: string; password: string }) {
  const made = await first.send("POST", "/api/panel/operators", credentials);
  expect(made.status).toBe(201);
  const { id } = (await made.json()) as { id: number };
  return { id, client: await PanelClient.signIn(first, credentials) };
}

test("the stream of the file tells changes with no value in them, goes on for who stays signed in, and ends when the session or the process does", async () => {
  const panel = await startPanel({ config: sample });
  try {
    const client = await PanelClient.signIn(panel);
    const stream = await FileStream.open(client);
    const { etag } = await client.json<ConfigSnapshot>(config);
    expect(await stream.next("hello")).toMatchObject({ etag, state: "usable" });
    const other = await secondOperator(client, { username: "bosun", password: "a lantern on the pier" });
    const staying = await FileStream.open(other.client);
    await staying.next("hello");
    await writeFile(panel.configPath, sample.replace('"Harbor"', '"From outside"'));
    const change = await stream.next("config");
    expect(change).toMatchObject({
      state: "usable",
      author: "outside the panel",
      changed: ["general.instanceName"],
    });
    expect(JSON.stringify(change)).not.toContain("From outside");
    const { revisions } = await client.json<RevisionPage>(`${config}/revisions`);
    expect(change.outside).toBe(revisions[0]?.id);

    expect((await client.fetch(signOutEverywhere, { method: "DELETE" })).status).toBe(200);
    // Whether its session goes on is asked of every stream now.
    await Promise.all([stream.next("signed-out"), staying.heartbeat()]);
    await stream.ended();
    expect(staying.told).toMatch(/^: still here/m);

    await panel.stop();
    await staying.ended();
    expect(staying.told).not.toContain("signed-out");
  } finally {
    await panel.dispose();
  }
});

test("who is signed out everywhere or disabled cannot go on at the instance API either", async ({
  panelWith,
}) => {
  const { panel, client } = await panelWith();
  const status = async (authorization: string) =>
    (await fetch(`${panel.url}/api/oauth2/authorize`, { method: "POST", headers: { authorization } })).status;
  const other = await secondOperator(client, { username: "stoker", password: "a lantern on the pier" });
  const [own, theirs] = [await client.userToken(), await other.client.userToken()];
  expect([await status(own), await status(theirs)]).toEqual([400, 400]);
  const disabled = await client.send("PATCH", `/api/panel/operators/${other.id}`, { disabled: true });
  expect(disabled.status).toBe(200);
  expect([await status(own), await status(theirs)]).toEqual([400, 401]);
  expect((await client.fetch(signOutEverywhere, { method: "DELETE" })).status).toBe(200);
  expect(await status(own)).toBe(401);
  const again = await (await PanelClient.signIn(panel)).userToken();
  expect([await status(own), await status(again)]).toEqual([401, 400]);
});
