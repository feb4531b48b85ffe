import { open } from "../support/browser";
import { expect, test } from "../support/journey";
import { operator, type Panel } from "../support/panel";
import { PanelClient } from "../support/session";

/** A bot in three guilds, each with the permissions to view channels and send messages. */
async function harborMaster(panel: Panel): Promise<{ id: string; token: string }> {
  const client = await PanelClient.signIn(panel);
  const authorization = await client.userToken();
  const call = async (path: string, body?: unknown): Promise<{ id: string; token: string }> => {
    const answer = await fetch(`${panel.url}/api/v9${path}`, {
      method: "POST",
      headers: { authorization, "content-type": "application/json" },
      body: JSON.stringify(body ?? {}),
    });
    expect(answer.status).toBe(200);
    return (await answer.json()) as { id: string; token: string };
  };
  const { id } = await call("/applications", { name: "Harbor master" });
  const { token } = await call(`/applications/${id}/bot`);
  for (const name of ["Dry dock", "Lighthouse", "Tavern"]) {
    const answer = await client.send("POST", "/api/panel/guilds", { name });
    const guild = (await answer.json()) as { id: string };
    const body = { guild_id: guild.id, permissions: "3072", authorize: true };
    await call(`/oauth2/authorize?client_id=${id}`, body);
  }
  return { id, token };
}

/** The status with which the instance API answers a bot's token: 403 to a bot that it knows. */
const statusOf = async (panel: Panel, token: string): Promise<number> =>
  (
    await fetch(`${panel.url}/api/v9/applications`, {
      method: "POST",
      headers: { authorization: `Bot ${token}`, "content-type": "application/json" },
      body: JSON.stringify({ name: "Nested" }),
    })
  ).status;

test("a leaked token is found, replaced, and refused", async ({ page, ownPanel: panel }) => {
  const { token } = await harborMaster(panel);
  await open(page, `${panel.url}/applications`);
  await page.getByRole("searchbox", { name: "Find a bot" }).fill("MASTER");
  const row = page.getByRole("row", { name: /Harbor master/ });
  await expect(row.getByRole("cell", { name: "3", exact: true })).toBeVisible();
  await row.getByRole("link", { name: "Harbor master" }).click();
  await expect(page.getByRole("heading", { name: "Harbor master", level: 1 })).toBeVisible();

  await page.getByRole("button", { name: "Reset token…" }).click();
  const dialog = page.getByRole("dialog", { name: "Reset the token of Harbor master?" });
  const reset = dialog.getByRole("button", { name: "Reset token" });
  await dialog.getByLabel("Your password").fill("not the password");
  await reset.click();
  await expect(dialog.getByText("This is not your current password.")).toBeVisible();
  expect(await statusOf(panel, token)).toBe(403);
  await dialog.getByLabel("Your password").fill(operator.password);
  await reset.click();

  const box = page.getByLabel("Bot token");
  await expect(box).toBeVisible();
  const renewed = await box.inputValue();
  expect(await statusOf(panel, token), "the leaked token").toBe(401);
  expect(await statusOf(panel, renewed), "the new token").toBe(403);
  await page.getByRole("button", { name: "Hide token" }).click();
  await page.reload();
  await expect(page.getByRole("button", { name: "Reset token…" })).toBeVisible();
  expect(await page.content()).not.toContain(renewed);
});

test("a bot's permissions change in one guild, it leaves another, gets a name, and is deleted", async ({
  page,
  ownPanel: panel,
}) => {
  const { id, token } = await harborMaster(panel);
  await open(page, `${panel.url}/applications/${id}`);
  const guilds = page.getByRole("list", { name: "Guilds of Harbor master" });
  const guild = (name: string) => guilds.getByRole("listitem").filter({ hasText: name });

  await guild("Tavern").getByRole("button", { name: "Change permissions in Tavern" }).click();
  const dialog = page.getByRole("dialog", { name: "Permissions in Tavern" });
  await expect(dialog.getByLabel("As a number")).toHaveValue("3072");
  await dialog.getByLabel("As a number").fill("8");
  await dialog.getByRole("button", { name: "Save permissions" }).click();
  await expect(dialog).toBeHidden();
  await expect(guild("Tavern")).toContainText("Administrator");
  await expect(guild("Lighthouse")).toContainText("Send messages");

  await guild("Lighthouse").getByRole("button", { name: "Remove from Lighthouse" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove bot" }).click();
  await expect(guild("Lighthouse")).toHaveCount(0);
  await expect(guilds.getByRole("listitem")).toHaveCount(2);

  await page.getByRole("button", { name: "Edit" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("Pilot");
  await page.getByRole("dialog").getByLabel("Description").fill("Brings ships in.");
  await page.getByRole("dialog").getByRole("button", { name: "Save bot" }).click();
  await expect(page.getByRole("heading", { name: "Pilot", level: 1 })).toBeVisible();
  await expect(page.getByText("Brings ships in.")).toBeVisible();

  await page.getByRole("button", { name: "Delete bot…" }).click();
  const last = page.getByRole("dialog", { name: "Delete Pilot?" });
  await last.getByLabel("Type Pilot to confirm").fill("pilot");
  await last.getByLabel("Your password").fill(operator.password);
  await last.getByRole("button", { name: "Delete bot" }).click();
  await expect(last.getByText("Type Pilot, as it is written.")).toBeVisible();
  await last.getByLabel("Type Pilot to confirm").fill("Pilot");
  await last.getByRole("button", { name: "Delete bot" }).click();
  await expect(page).toHaveURL(/\/applications$/);
  await expect(page.getByText("No bots yet")).toBeVisible();
  expect(await statusOf(panel, token)).toBe(401);
});
