import { startPanel } from "../support/panel";
import { PanelClient } from "../support/session";
import { expect, test } from "../support/shared-panel";

/* `OPERATOR_PASSWORD` is in data-folder.spec.ts. */

const refused = ["password1", "P@ssw0rd", "12345678", "        ", "Bosun Bosun"];

test("common passwords are refused in set-up, for a new operator, and as a new password", async () => {
  const panel = await startPanel({ env: { OPERATOR_USERNAME: "", OPERATOR_PASSWORD: "" } });
  try {
    const token = /\/setup\?token=(\S+)/.exec(panel.output())?.[1];
    const setUp = (password: string) =>
      fetch(`${panel.url}/api/setup`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ token, username: "bosun", password, guildName: "Harbor" }),
      });
    for (const password of refused) {
      const answer = await setUp(password);
      expect([password, answer.status]).toEqual([password, 422]);
      expect(await answer.json()).toMatchObject({ problems: [{ path: "password" }] });
    }
    const current = "a lantern on the pier";
    expect((await setUp(current)).status).toBe(201);

    const client = await PanelClient.signIn(panel, { username: "bosun", password: current });
    for (const password of refused) {
      const added = await client.send("POST", "/api/panel/operators", { username: "bosun", password });
      expect([password, added.status]).toEqual([password, 422]);
      expect(await added.json()).toMatchObject({ problems: [{ path: "password" }] });
      const changed = await client.send("PUT", "/api/panel/account/password", { current, next: password });
      expect([password, changed.status]).toEqual([password, 422]);
      expect(await changed.json()).toMatchObject({ problems: [{ path: "next" }] });
    }
    expect(await client.json("/api/panel/operators")).toHaveLength(1);
  } finally {
    await panel.dispose();
  }
});
