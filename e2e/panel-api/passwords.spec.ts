import { expect, test } from "../support/instance";
import { PanelClient } from "../support/session";

/* Tests of `OPERATOR_PASSWORD` are in api/operations.spec.ts. */

const username = "purser";
const refused = ["password1", "P@ssw0rd", "12345678", "        ", "Purser Purser"];

async function expectRefused(password: string, answer: Response, path: string): Promise<void> {
  expect([password, answer.status]).toEqual([password, 422]);
  expect(await answer.json()).toMatchObject({ problems: [{ path }] });
}

test("common passwords are refused at setup, for an invited operator, and as a new password", async ({
  panelBeforeSetUp,
  panelWith,
}) => {
  const { panel, client: keeper } = await panelWith();
  const current = "a lantern on the pier";
  await keeper.addOperator({ username, password: current });
  const client = await PanelClient.signIn(panel, { username, password: current });
  const operators = await keeper.json("/api/panel/operators");
  const stranger = new PanelClient(panelBeforeSetUp.url);
  const token = /\/setup\?token=(\S+)/.exec(panelBeforeSetUp.output())?.[1];
  const invited = await keeper.send("POST", "/api/panel/invitations", {
    role: "viewer",
    expiresInDays: 1,
  });
  const { link } = (await invited.json()) as { link: string };
  for (const password of refused) {
    const first = { token, username, password, guildName: "Harbor" };
    await expectRefused(password, await stranger.send("POST", "/api/setup", first), "password");
    const joined = await new PanelClient(panel.url).join(link, { username, password });
    await expectRefused(password, joined, "password");
    const changed = await client.send("PUT", "/api/panel/account/password", { current, next: password });
    await expectRefused(password, changed, "next");
  }
  expect(await keeper.json("/api/panel/operators")).toEqual(operators);
});

test("the sign-in page masks the password and marks the field for password managers", async ({
  panelWith,
}) => {
  const { panel } = await panelWith();
  const page = await (await fetch(`${panel.url}/login`)).text();
  const [field = ""] = /<input[^>]*type="password"[^>]*>/i.exec(page) ?? [];
  expect(field).toMatch(/autocomplete="current-password"/i);
});
