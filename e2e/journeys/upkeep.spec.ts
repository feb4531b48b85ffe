import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { enter, expectAccessibleInBothThemes, open } from "../support/browser";
import type { BackupView } from "@/lib/shared/contract/backups";
import { expect, test } from "../support/journey";
import { sessionIn } from "../support/session";
import { type Panel, startPanel } from "../support/panel";

/* Tests notifications and scheduled backups, which an owner sets up only once. */

const received: string[] = [];
const webhook = createServer((request, response) => {
  let body = "";
  request.on("data", (chunk: Buffer) => (body += chunk.toString()));
  request.on("end", () => {
    received.push((JSON.parse(body) as { event: string }).event);
    response.writeHead(204).end();
  });
});
let panel: Panel;
test.beforeAll(async () => {
  webhook.listen(0, "127.0.0.1");
  await once(webhook, "listening");
  panel = await startPanel();
});
test.afterAll(async () => {
  webhook.close();
  await panel.dispose();
});

test("an owner enters a webhook, tests it, chooses events and removes the webhook", async ({
  page,
  context,
}) => {
  await enter(context, panel);
  await open(page, `${panel.url}/`);
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Notifications" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Notifications" })).toBeVisible();
  const channels = page.getByRole("list", { name: "Channels" });
  await expect(channels.getByRole("listitem")).toHaveText([/Webhook/, /Discord/, /Email/, /ntfy/]);
  const row = channels.getByRole("listitem").first();
  await expect(row.getByRole("button", { name: "Test Webhook" })).toHaveCount(0);

  await row.getByRole("button", { name: "Set up" }).click();
  await row.getByRole("button", { name: "Save" }).click();
  await expect(row.getByText("Enter the webhook address.")).toBeVisible();
  const address = row.getByLabel("Webhook address");
  await address.fill("chat.example.org");
  await row.getByRole("button", { name: "Save" }).click();
  await expect(row.getByText("The webhook address must be an http:// or https:// address.")).toBeVisible();
  const { port } = webhook.address() as AddressInfo;
  await address.fill(`http://127.0.0.1:${port}/hooks/s3cret`);
  await row.getByRole("button", { name: "Save" }).click();
  await expect(row.getByText(`http://127.0.0.1:${port}`)).toBeVisible();
  await expect(page.getByText("s3cret")).toHaveCount(0);

  await row.getByRole("button", { name: "Test Webhook" }).click();
  const deliveries = page.getByRole("list", { name: "Recent deliveries" });
  await expect(deliveries.getByRole("listitem")).toContainText(["Test"]);
  await expect(deliveries).toContainText("The webhook accepted the notification with status 204.");
  expect(received).toEqual(["test"]);

  const signIns = page.getByRole("switch", { name: "Sign-ins" });
  await expect(signIns).toBeChecked();
  await signIns.click();
  await expect(signIns).not.toBeChecked();
  await page.reload();
  await expect(signIns).not.toBeChecked();
  await expectAccessibleInBothThemes(page, "the Notifications page in use");

  await row.getByRole("button", { name: "Change" }).click();
  await expect(row.getByLabel("New webhook address")).toHaveValue("");
  await row.getByRole("button", { name: "Turn off" }).click();
  await expect(row.getByText("Off", { exact: true })).toBeVisible();
});

test("the overview offers to make the first backup, and an owner schedules more backups", async ({
  page,
  context,
}) => {
  await enter(context, panel);
  await open(page, `${panel.url}/`);
  const needs = page.getByRole("region", { name: /^Needs you/ });
  await expect(needs).toContainText("There is no backup");
  const backup = needs.getByRole("listitem").filter({ hasText: "There is no backup" });
  await backup.getByRole("button", { name: "Explain" }).click();
  await backup.getByRole("button", { name: "Back up now" }).click();
  await expect(page.getByText("Backup complete")).toBeVisible();
  await expect(needs).not.toContainText("There is no backup");

  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Backups" }).click();
  const row = page.getByRole("row", { name: /keeper/ });
  await expect(row).toHaveText(/just now.*keeper.*KiB.*Complete, read back when it was made/);
  await row.getByRole("button", { name: /^Actions for the backup/ }).click();
  await page.getByRole("menuitem", { name: "Verify" }).click();
  await expect(page.getByText("Verified just now")).toBeVisible();
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).last().click();
  const downloading = page.waitForEvent("download");
  await row.getByRole("button", { name: /^Download/ }).click();
  expect((await downloading).suggestedFilename()).toMatch(/^\d{8}T\d{6}Z-\w{8}\.tar\.gz$/);
  await page.getByRole("button", { name: "Edit schedule" }).click();
  await page.getByRole("switch", { name: "Back up every day" }).click();
  await page.getByLabel("Time (UTC)").fill("04:30");
  await page.getByLabel("Backups to store").fill("0");
  await page.getByRole("button", { name: "Save schedule" }).click();
  await expect(page.getByText("Enter a number from 1 to 365.")).toBeVisible();
  await page.getByLabel("Backups to store").fill("14");
  await page.getByRole("button", { name: "Save schedule" }).click();
  await expect(page.getByRole("region", { name: "Schedule" })).toContainText(
    /^Every day at 04:30 UTC .*newest 14 are stored.*Next: /,
  );
  await expectAccessibleInBothThemes(page, "the Backups page in use");
  await row.getByRole("button", { name: /^Actions for the backup/ }).click();
  await page.getByRole("menuitem", { name: "Delete…" }).click();
  await page.getByRole("button", { name: "Delete backup" }).click();
  await expect(page.getByText("No backups yet")).toBeVisible();
  await page.reload();
  await page.getByRole("button", { name: "Edit schedule" }).click();
  await expect(page.getByRole("switch", { name: "Back up every day" })).toBeChecked();
  await expect(page.getByLabel("Time (UTC)")).toHaveValue("04:30");
  await expect(page.getByLabel("Backups to store")).toHaveValue("14");
});

test("an owner restores a backup in three steps, and the next start brings it back and can be undone", async ({
  page,
  context,
}) => {
  let home = await startPanel({ config: '{ "general": { "instanceName": "Before" } }' });
  try {
    await enter(context, home);
    const client = await sessionIn(home);
    await client.send("POST", "/api/panel/backups", {});
    const latest = async () => (await client.json<BackupView>("/api/panel/backups")).backups[0];
    await expect.poll(async () => (await latest())?.state).toBe("done");
    await home.replaceConfig('{ "general": { "instanceName": "After" } }');
    await client.addOperator({ username: "late", password: "a late arrival", role: "viewer" });

    await open(page, `${home.url}/backups`);
    await page.getByRole("button", { name: "Restore…" }).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog).toContainText("Verified just now");
    await dialog.getByText("Restore with a command instead").click();
    await expect(dialog).toContainText(/instance-admin restore [^]*\/backups\//);
    await dialog.getByRole("button", { name: "Continue" }).click();
    await expect(dialog).toContainText(/Lost: .*\d later audit entr/);
    await expect(dialog.getByRole("checkbox", { name: "Configuration file" })).toBeChecked();
    await expectAccessibleInBothThemes(page, "the dialog of a restore");
    await dialog.getByRole("button", { name: "Continue" }).click();
    await dialog.getByRole("button", { name: "Restore at the next start" }).click();
    await expect(page.getByText("Restart the panel to make the restore")).toBeVisible();
    expect(await home.readConfig()).toContain("After");

    const { folder } = home;
    await home.stop();
    home = await startPanel({ folder });
    expect(await home.readConfig()).toContain("Before");
    await context.clearCookies();
    await enter(context, home);
    await open(page, `${home.url}/backups`);
    await expect(page.getByText(/^Restored the backup of/)).toBeVisible();
    await open(page, `${home.url}/operators`);
    await expect(page.getByRole("row", { name: /keeper/ })).toBeVisible();
    await expect(page.getByText("late", { exact: true })).toHaveCount(0);
    await open(page, `${home.url}/audit`);
    await expect(page.getByRole("cell", { name: "Restored a backup" })).toBeVisible();

    // The state before the restore is a backup, too.
    await open(page, `${home.url}/backups`);
    await page.getByRole("button", { name: "Undo the restore…" }).click();
    await dialog.getByRole("button", { name: "Continue" }).click();
    await dialog.getByRole("button", { name: "Continue" }).click();
    await dialog.getByRole("button", { name: "Restore at the next start" }).click();
    await page.getByRole("button", { name: "Cancel restore" }).click();
    await expect(page.getByText("Restart the panel to make the restore")).toHaveCount(0);
  } finally {
    await home.dispose();
  }
});
