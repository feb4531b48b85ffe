import { expect, test } from "@playwright/test";
import { startPanel } from "../support/panel";
import { PanelClient } from "../support/session";

test("an operator who stays signed in is not told otherwise at the stream's first heartbeat", async () => {
  const panel = await startPanel();
  try {
    const client = await PanelClient.signIn(panel);
    const { body } = await client.fetch("/api/panel/config/events");
    const decoder = new TextDecoder();
    let text = "";
    for await (const chunk of body ?? []) {
      text += decoder.decode(chunk as Uint8Array, { stream: true });
      if (/^: still here|^event: signed-out/m.test(text)) break;
    }
    expect(text).toMatch(/^: still here/m);
    expect(text).not.toContain("signed-out");
  } finally {
    await panel.dispose();
  }
});

test("who is signed out everywhere or disabled cannot go on at the instance API either", async () => {
  const panel = await startPanel();
  try {
    const client = await PanelClient.signIn(panel);
    const status = async (authorization: string) =>
      (await fetch(`${panel.url}/api/oauth2/authorize`, { method: "POST", headers: { authorization } }))
        .status;
    const second = { username: "bosun", password: "a lantern on the pier" };
    const made = await client.send("POST", "/api/panel/operators", second);
    const { id } = (await made.json()) as { id: number };
    const bosun = await PanelClient.signIn(panel, second);
    const [own, theirs] = [await client.userToken(), await bosun.userToken()];
    expect([await status(own), await status(theirs)]).toEqual([400, 400]);
    expect((await client.send("PATCH", `/api/panel/operators/${id}`, { disabled: true })).status).toBe(200);
    expect([await status(own), await status(theirs)]).toEqual([400, 401]);
    expect((await client.fetch("/api/panel/account/sessions", { method: "DELETE" })).status).toBe(200);
    expect(await status(own)).toBe(401);
    const again = await (await PanelClient.signIn(panel)).userToken();
    expect([await status(own), await status(again)]).toEqual([401, 400]);
  } finally {
    await panel.dispose();
  }
});
