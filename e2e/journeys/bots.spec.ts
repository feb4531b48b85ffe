import type { Page } from "@playwright/test";
import { addBot } from "../support/bots";
import { open, reopen } from "../support/browser";
import { databaseOf } from "../support/database";
import { expect, test } from "../support/journey";
import { operator, type Panel } from "../support/panel";
import { sessionIn } from "../support/session";

/** A bot in three guilds, each with the permissions to view channels and send messages. */
async function harborMaster(panel: Panel): Promise<{ id: string; token: string }> {
  const client = await sessionIn(panel);
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

/** The status with which the instance API answers a bot's token: 403 for a known bot. */
const statusOf = async (panel: Panel, token: string): Promise<number> =>
  (
    await fetch(`${panel.url}/api/v9/applications`, {
      method: "POST",
      headers: { authorization: `Bot ${token}`, "content-type": "application/json" },
      body: JSON.stringify({ name: "Nested" }),
    })
  ).status;

test("an operator replaces a bot's leaked token, shares an invite link, edits the bot and deletes it", async ({
  page,
  rowsPanel: panel,
}) => {
  const { id, token } = await harborMaster(panel);
  await open(page, `${panel.url}/applications`);
  await page.getByRole("searchbox", { name: "Find a bot" }).fill("MASTER");
  const row = page.getByRole("row", { name: /Harbor master/ });
  await expect(row.getByRole("cell", { name: "3", exact: true })).toBeVisible();
  await row.getByRole("link", { name: "Harbor master" }).click();
  await expect(page.getByRole("heading", { name: "Harbor master", level: 1 })).toBeVisible();

  await page.getByRole("button", { name: "Reset token…" }).click();
  const dialog = page.getByRole("dialog", { name: "Reset the token of Harbor master?" });
  const reset = dialog.getByRole("button", { name: "Reset token" });
  // Ten minutes after the last proof, the panel asks the operator once to confirm their identity.
  await databaseOf(undefined, panel.dataDir).query("update sessions set proved_at = 0");
  await reset.click();
  const proof = page.getByRole("dialog", { name: "Confirm it’s you" });
  await proof.getByLabel("Your password").fill("not the password");
  await page.keyboard.press("Enter");
  await expect(proof.getByText("The current password is wrong.")).toBeVisible();
  expect(await statusOf(panel, token)).toBe(403);
  await page.keyboard.press("Escape");
  await expect(dialog.getByText("The token was not reset")).toBeVisible();
  await reset.click();
  await proof.getByLabel("Your password").fill(operator.password);
  await proof.getByRole("button", { name: "Confirm" }).click();

  const box = page.getByLabel("Bot token");
  await expect(box).toBeVisible();
  const renewed = await box.inputValue();
  expect(await statusOf(panel, token), "the leaked token").toBe(401);
  expect(await statusOf(panel, renewed), "the new token").toBe(403);
  // The token was hidden without being copied or downloaded, so the page asks again.
  await page.getByRole("button", { name: "Hide token" }).click();
  const last = page.getByRole("dialog", { name: "Leave without the token of Harbor master?" });
  await expect(last.getByLabel("Bot token")).toHaveValue(renewed);
  await page.keyboard.press("Escape");
  await last.getByRole("button", { name: "Stay" }).click();
  await expect(last).toBeHidden();
  await expect(page.getByLabel("Bot token")).toHaveValue(renewed);
  await page.getByRole("button", { name: "Hide token" }).click();
  await last.getByRole("button", { name: "Leave anyway" }).click();
  await expect(last).toBeHidden();
  await reopen(page);
  await expect(page.getByRole("button", { name: "Reset token…" })).toBeVisible();
  expect(await page.content()).not.toContain(renewed);

  const link = page.getByRole("region", { name: "Invite link" });
  await page.getByRole("button", { name: "Choose permissions" }).click();
  const choosing = page.getByRole("dialog", { name: "Permissions of the invite link" });
  await choosing.getByLabel("As a number").fill("1026");
  await expect(choosing.getByRole("checkbox", { name: "Kick members" })).toBeChecked();
  await choosing.getByRole("checkbox", { name: "Send messages", exact: true }).check();
  await expect(choosing.getByLabel("As a number")).toHaveValue("3074");
  await choosing.getByRole("button", { name: "Use permissions" }).click();
  await expect(link).toHaveText(`${panel.url}/oauth2/authorize?client_id=${id}&permissions=3074`);
  await expect(page.getByText("Requests: Kick members, View channels, Send messages.")).toBeVisible();
  await expect(page.getByText("The link only works on the panel's machine")).toBeVisible();
  await page.getByRole("link", { name: "Open link" }).click();
  await expect(page.getByRole("heading", { name: "Add Harbor master to a guild" })).toBeVisible();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page).toHaveURL(`${panel.url}/applications/${id}`);

  await expect(page.getByText("There is no other operator to transfer the bot to.")).toBeVisible();
  await page.getByRole("link", { name: "Add to a guild" }).click();
  await expect(page.getByRole("heading", { name: "Choose a guild" })).toBeVisible();
  await expect(page.getByText("Choose a guild first.")).toBeVisible();
  await page.goBack();

  // Its permissions change in one guild, it leaves another, gets a name, and is deleted.
  const guilds = page.getByRole("list", { name: "Guilds of Harbor master" });
  const guild = (name: string) => guilds.getByRole("listitem").filter({ hasText: name });

  await guild("Tavern").getByRole("button", { name: "Change permissions in Tavern" }).click();
  const inTavern = page.getByRole("dialog", { name: "Permissions in Tavern" });
  await expect(inTavern.getByLabel("As a number")).toHaveValue("3072");
  await inTavern.getByLabel("As a number").fill("8");
  await inTavern.getByRole("button", { name: "Save permissions" }).click();
  await expect(inTavern).toBeHidden();
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
  const deletion = page.getByRole("dialog", { name: "Delete Pilot?" });
  await deletion.getByLabel("Type Pilot to confirm").fill("pilot");
  await deletion.getByRole("button", { name: "Delete bot" }).click();
  await expect(deletion.getByText("Type Pilot exactly.")).toBeVisible();
  await deletion.getByLabel("Type Pilot to confirm").fill("Pilot");
  await deletion.getByRole("button", { name: "Delete bot" }).click();
  await expect(page).toHaveURL(/\/applications$/);
  await expect(page.getByText("No bots yet")).toBeVisible();
  expect(await statusOf(panel, renewed)).toBe(401);
});

/** A picture like those from a camera: not square, and larger than the stored picture. */
const drawPhotograph = (page: Page) =>
  page.evaluate(() => {
    const canvas = Object.assign(document.createElement("canvas"), { width: 900, height: 600 });
    const context = canvas.getContext("2d")!;
    const pixels = context.createImageData(900, 600);
    let seed = 1;
    for (let at = 0; at < pixels.data.length; at += 1)
      pixels.data[at] = at % 4 === 3 ? 255 : (seed = (seed * 48_271) % 2_147_483_647) % 256;
    context.putImageData(pixels, 0, 0);
    return canvas.toDataURL("image/png").split(",")[1]!;
  });

test("a bot's picture is cropped, shrunk and cached, and can be removed", async ({
  page,
  rowsPanel: panel,
}) => {
  const client = await sessionIn(panel);
  const id = await addBot(panel, client, "Harbor master");
  await open(page, `${panel.url}/applications/${id}`);
  const shown = page.getByRole("main").locator("img");
  await expect(page.getByRole("main").getByText("HM", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Edit" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit Harbor master" });
  const choose = dialog.getByLabel("Picture file");
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>');
  await choose.setInputFiles({ name: "a.svg", mimeType: "image/svg+xml", buffer: svg });
  await expect(dialog.getByText("Choose a PNG, WebP or JPEG file.")).toBeVisible();
  await choose.setInputFiles({ name: "a.png", mimeType: "image/png", buffer: svg });
  await expect(dialog.getByText("The browser cannot read this picture.")).toBeVisible();
  const buffer = Buffer.from(await drawPhotograph(page), "base64");
  await choose.setInputFiles({ name: "noise.png", mimeType: "image/png", buffer });
  await expect(dialog.getByRole("button", { name: "Remove picture" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(shown).toHaveJSProperty(
    "naturalWidth",
    await shown.evaluate((one: HTMLImageElement) => one.naturalHeight),
  );
  const width = await shown.evaluate((one: HTMLImageElement) => one.naturalWidth);
  expect(width).toBeGreaterThanOrEqual(256);
  expect(width).toBeLessThanOrEqual(512);

  const address = (await shown.getAttribute("src"))!;
  const picture = await client.fetch(address);
  expect((await picture.arrayBuffer()).byteLength).toBeLessThanOrEqual(256 * 1024);
  expect(Object.fromEntries(picture.headers)).toMatchObject({
    "content-type": expect.stringMatching(/^image\/(?:webp|png|jpeg)$/) as unknown,
    "x-content-type-options": "nosniff",
    "cache-control": "private, max-age=31536000, immutable",
  });
  const etag = picture.headers.get("etag") ?? "";
  expect((await client.fetch(address, { headers: { "if-none-match": etag } })).status).toBe(304);
  expect((await fetch(`${panel.url}${address}`)).status, "without a session").toBe(401);
  const put = (body: BodyInit) => client.fetch(`/api/panel/bots/${id}/avatar`, { method: "PUT", body });
  expect((await put(svg)).status).toBe(415);
  expect((await put(Buffer.alloc(256 * 1024 + 1))).status).toBe(413);
  expect((await put(Buffer.alloc(0))).status).toBe(400);

  const invite = await client.fetch(`/oauth2/authorize?client_id=${id}`);
  expect(await invite.text()).toContain(`<img src="${address}"`);
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: /^Bots/ }).click();
  await expect(page).toHaveURL(`${panel.url}/applications`);
  await expect(shown).toHaveAttribute("src", address);
  await page.getByRole("link", { name: "Harbor master" }).click();
  await page.getByRole("button", { name: "Edit" }).click();
  await dialog.getByRole("button", { name: "Remove picture" }).click();
  await expect(dialog.getByText("HM", { exact: true })).toBeVisible();
  expect((await client.fetch(address)).status).toBe(404);
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: "Audit", exact: true }).click();
  await expect(page.getByRole("table")).toContainText("Removed a bot's picture");
});
