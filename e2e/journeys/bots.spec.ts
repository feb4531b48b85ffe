import type { Page } from "@playwright/test";
import { expectAccessible, open, reopen } from "../support/browser";
import { expect, modes, test } from "../support/journey";
import { operator } from "../support/panel";
import { forgetProofs, sessionIn } from "../support/session";

/*
 * Tests what operators do with bots, in both modes. If the instance does not support an action, the page
 * shows an explanation instead.
 */

const VIEW_AND_SEND = 3072n;

/** Creates an image that resembles a photo: not square, and larger than the size that the panel stores. */
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

for (const mode of modes("connected"))
  test.describe(mode, () => {
    test.use({ mode });
    const isOwn = mode === "standalone";

    test("an operator replaces a bot's token, shares its invite link, edits the bot and deletes it", async ({
      page,
      stage: { panel, instance },
    }) => {
      const { id } = await instance.addBot("Harbor master");
      await instance.addApplication("Unmanned");
      // A reset on a running instance does not revoke tokens from the same minute, so this token is two minutes old.
      await instance.sql("update users set valid_tokens_since = 0 where id = ?", id);
      const leaked = `Bot ${await instance.token(id, { iat: Math.floor(Date.now() / 1000) - 120 })}`;
      for (const name of ["Dry dock", "Lighthouse", "Tavern"])
        await instance.authorize(id, await instance.addGuild(name), VIEW_AND_SEND);

      await open(page, `${panel.url}/applications`);
      const rows = page.getByRole("table", { name: "Bots" }).getByRole("row");
      await expect(rows).toHaveCount(3);
      await expect(rows.filter({ hasText: "Unmanned" })).toContainText("No bot user yet");
      await expectAccessible(page, "the list of bots");
      await page.getByRole("searchbox", { name: "Find a bot" }).fill("MASTER");
      await expect(rows).toHaveCount(2);
      await expect(rows.last()).toContainText(isOwn ? /keeper.*3/ : /keeper.*Everybody/);
      await rows.getByRole("link", { name: "Harbor master" }).click();
      await expect(page.getByRole("heading", { name: "Harbor master", level: 1 })).toBeVisible();
      await expectAccessible(page, "a bot");

      await page.getByRole("button", { name: "Reset token…" }).click();
      const dialog = page.getByRole("dialog", { name: "Reset the token of Harbor master?" });
      const reset = dialog.getByRole("button", { name: "Reset token" });
      // The proof of identity has expired, so the panel asks the operator to confirm their identity.
      await forgetProofs(panel);
      await reset.click();
      const proof = page.getByRole("dialog", { name: "Confirm it’s you" });
      await proof.getByLabel("Your password").fill("not the password");
      await page.keyboard.press("Enter");
      await expect(proof.getByText("The current password is wrong.")).toBeVisible();
      expect(await instance.statusOf(leaked)).toBe(403);
      await page.keyboard.press("Escape");
      await expect(dialog.getByText("The token was not reset")).toBeVisible();
      await reset.click();
      await proof.getByLabel("Your password").fill(operator.password);
      await proof.getByRole("button", { name: "Confirm" }).click();

      const box = page.getByLabel("Bot token");
      await expect(box).toBeVisible();
      const renewed = await box.inputValue();
      expect(await instance.statusOf(leaked), "the leaked token").toBe(401);
      expect(await instance.statusOf(`Bot ${renewed}`), "the new token").toBe(403);
      // The page asks before leaving, because the operator has hidden the token without copying or downloading it.
      await page.getByRole("button", { name: "Hide token" }).click();
      const last = page.getByRole("dialog", { name: "Leave without the token of Harbor master?" });
      await expect(last.getByLabel("Bot token")).toHaveValue(renewed);
      await page.keyboard.press("Escape");
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
      await expect(page.getByText("Requests: Kick members, View channels, Send messages.")).toBeVisible();
      // In connected mode, the link leads to the instance's web client, because users of the instance cannot sign in to
      // this panel.
      await expect(link).toHaveText(
        isOwn
          ? `${panel.url}/oauth2/authorize?client_id=${id}&permissions=3074`
          : `https://harbor.example.org/oauth2/authorize?client_id=${id}&scope=bot&permissions=3074`,
      );
      await expect(
        page.getByText(
          isOwn
            ? "The link only works on the panel's machine"
            : "leads to the web client at the front page in the settings",
        ),
      ).toBeVisible();
      if (isOwn) {
        await page.getByRole("link", { name: "Open link" }).click();
        await expect(page.getByRole("heading", { name: "Add Harbor master to a guild" })).toBeVisible();
        await page.getByRole("button", { name: "Cancel" }).click();
        await expect(page).toHaveURL(`${panel.url}/applications/${id}`);
      }
      await expect(
        page.getByText(
          isOwn
            ? "There is no other operator to transfer the bot to."
            : "The instance's API cannot transfer a bot to another account.",
        ),
      ).toBeVisible();

      await page.getByRole("button", { name: "Edit" }).click();
      const editing = page.getByRole("dialog");
      await editing.getByLabel("Name", { exact: true }).fill("Pilot");
      await editing.getByLabel("Description").fill("Brings ships in.");
      await expect(editing.getByLabel("Bot's username")).toHaveCount(isOwn ? 0 : 1);
      await editing.getByLabel("Let others add it to their guilds").uncheck();
      await editing.getByRole("button", { name: "Save bot" }).click();
      await expect(page.getByRole("heading", { name: "Pilot", level: 1 })).toBeVisible();
      await expect(page.getByText("Brings ships in.")).toBeVisible();
      await expect(
        page.getByText("The bot is private: only keeper can add it with this link."),
      ).toBeVisible();

      await page.getByRole("button", { name: "Delete bot…" }).click();
      const deletion = page.getByRole("dialog", { name: "Delete Pilot?" });
      await deletion.getByLabel("Type Pilot to confirm").fill("pilot");
      await deletion.getByRole("button", { name: "Delete bot" }).click();
      await expect(deletion.getByText("Type Pilot exactly.")).toBeVisible();
      await deletion.getByLabel("Type Pilot to confirm").fill("Pilot");
      await deletion.getByRole("button", { name: "Delete bot" }).click();
      await expect(page).toHaveURL(/\/applications$/);
      await expect(rows).toHaveCount(2);
      expect(await instance.statusOf(`Bot ${renewed}`)).toBe(401);
      expect(await instance.sql("select id from applications where id = ?", id)).toEqual([]);
    });

    test("an operator adds a bot to a guild from the bot's page, which then lists the guild", async ({
      page,
      stage: { panel, instance },
    }) => {
      const { id } = await instance.addBot("Buoy");
      await instance.authorize(id, await instance.addGuild("Tavern"), VIEW_AND_SEND);
      await instance.addGuild("Dry dock");
      await open(page, `${panel.url}/applications/${id}`);
      await page.getByRole("link", { name: "Add to a guild" }).click();
      await expect(page.getByRole("heading", { name: "Choose a guild" })).toBeVisible();
      await expect(page.getByText("Choose a guild first.")).toBeVisible();
      await page.getByRole("radio", { name: /keeper's guild/ }).check();
      await page.getByRole("button", { name: "Choose permissions" }).click();
      await page.getByLabel("As a number").fill("1024");
      await page.getByRole("button", { name: "Add bot to keeper's guild" }).click();
      await expect(page.getByRole("heading", { name: "Buoy is a member of keeper's guild" })).toBeVisible();
      await page.getByRole("link", { name: "Open bot" }).click();
      const guilds = page.getByRole("list", { name: "Guilds of Buoy" });
      const guild = (name: string) => guilds.getByRole("listitem").filter({ hasText: name });
      if (!isOwn) {
        await expect(page.getByText("An instance does not list a bot's guilds.")).toBeVisible();
        await page.getByRole("button", { name: "Find its guilds" }).click();
        await expect(page.getByText("Checked 3 of the account's 3 guilds: the bot is in 2.")).toBeVisible();
      }
      await expect(guilds.getByRole("listitem")).toHaveCount(2);
      await expect(guild("Tavern")).toBeVisible();
      if (!isOwn) {
        await expect(page.getByText("Use a client to change its permissions or remove it.")).toBeVisible();
        await expect(page.getByRole("button", { name: /^(?:Change|Remove)/ })).toHaveCount(0);
        return;
      }
      await guild("Tavern").getByRole("button", { name: "Change permissions in Tavern" }).click();
      const inTavern = page.getByRole("dialog", { name: "Permissions in Tavern" });
      await expect(inTavern.getByLabel("As a number")).toHaveValue("3072");
      await inTavern.getByLabel("As a number").fill("8");
      await inTavern.getByRole("button", { name: "Save permissions" }).click();
      await expect(inTavern).toBeHidden();
      await expect(guild("Tavern")).toContainText("Administrator");
      await expect(guild("keeper's guild")).toContainText("View channels");
      await guild("keeper's guild").getByRole("button", { name: "Remove from keeper's guild" }).click();
      await page.getByRole("alertdialog").getByRole("button", { name: "Remove bot" }).click();
      await expect(guild("keeper's guild")).toHaveCount(0);
      await expect(guilds.getByRole("listitem")).toHaveCount(1);
    });

    test("the picture of a bot is cropped, shrunk and cached, and can be removed", async ({
      page,
      stage: { panel, instance },
    }) => {
      const client = await sessionIn(panel);
      const { id } = await instance.addBot("Harbor master");
      await open(page, `${panel.url}/applications/${id}`);
      const shown = page.getByRole("main").locator("img");
      await expect(page.getByRole("main").getByText("HM", { exact: true })).toBeVisible();
      await page.getByRole("button", { name: "Edit" }).click();
      const dialog = page.getByRole("dialog", { name: "Edit Harbor master" });
      const put = (body: BodyInit) => client.fetch(`/api/panel/bots/${id}/avatar`, { method: "PUT", body });
      const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>');
      const buffer = Buffer.from(await drawPhotograph(page), "base64");
      if (!isOwn) {
        await expect(dialog.getByText("Use a client to set its picture.")).toBeVisible();
        await expect(dialog.getByLabel("Picture file")).toHaveCount(0);
        expect((await put(buffer.subarray(0, 1000))).status).toBe(404);
        return;
      }
      const choose = dialog.getByLabel("Picture file");
      await choose.setInputFiles({ name: "a.svg", mimeType: "image/svg+xml", buffer: svg });
      await expect(dialog.getByText("Choose a PNG, WebP or JPEG file.")).toBeVisible();
      await choose.setInputFiles({ name: "a.png", mimeType: "image/png", buffer: svg });
      await expect(dialog.getByText("The browser cannot read this picture.")).toBeVisible();
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
  });
