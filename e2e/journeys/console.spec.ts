import { editionOf } from "@/lib/shared/settings/editions";
import { box, expectAccessible, open, openState, reopen, row } from "../support/browser";
import { expect, sample as common, test } from "../support/journey";
import { putFile } from "../support/worker-panel";

/*
 * Tests the search for settings, contradictions between settings, unrecognized keys, the reference, and the history of
 * a setting.
 */

const sample = common.replace(
  /^\{/,
  '{\n    "lighthouse": { "lampToken": "not-a-real-lamp-token", "range": 12 },',
);
test.use({ config: sample });

const { fields } = editionOf("branded").registry;

test("an operator fixes a contradiction on the overview, undoes the fix, and uses the search", async ({
  page,
  panel,
}) => {
  const contradiction = sample.replace(/^\{/, '{\n    "login": { "requireCaptcha": true },');
  const off = contradiction.replace(/("captcha": \{[^}]*"enabled": )true/, "$1false");
  await putFile(panel, off);
  await open(page, panel.url);
  await test.step("a contradiction", async () => {
    const fix = page.getByRole("button", { name: /^Stop requiring captchas/ });
    await page.getByText(/^\d+ more$/).click();
    await fix.click();
    await expect(page.getByText("Saved 1 change")).toBeVisible();
    await expect(fix).toHaveCount(0);
    expect(JSON.parse(await panel.readConfig())).toMatchObject({ login: { requireCaptcha: false } });
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await expect(fix).toBeVisible();
    expect(await panel.readConfig()).toBe(off);
  });

  await page.keyboard.press("ControlOrMeta+k");
  const search = page.getByRole("combobox", { name: "Search or run a command" });
  await search.fill("instnace name");
  const first = page.getByRole("option").first();
  await expect(first).toContainText("general.instanceName");
  await expectAccessible(page, "the palette", { part: "[role=dialog]" });
  await search.press("Enter");
  await expect(page).toHaveURL(`${panel.url}/settings/general#general.instanceName`);
  await expect(box(page, "general.instanceName")).toBeFocused();

  // The search also finds settings on the current page.
  await page.keyboard.press("ControlOrMeta+k");
  await search.fill("correspondence mail");
  await expect(page.getByRole("option").first()).toContainText("general.correspondenceEmail");
  await search.press("Enter");
  await expect(box(page, "general.correspondenceEmail")).toBeFocused();

  await page.getByRole("button", { name: "Search or run a command" }).click();
  await search.fill("audit log");
  await page.getByRole("option", { name: "Audit", exact: true }).click();
  await expect(page).toHaveURL(`${panel.url}/audit`);

  await page.keyboard.press("ControlOrMeta+k");
  await search.fill("dark mode");
  await search.press("Enter");
  await expect(page.locator("html")).toHaveClass(/dark/);

  // Tab moves the focus from the highlighted setting to its control.
  await page.keyboard.press("ControlOrMeta+k");
  await search.fill("register.requireInvite");
  await search.press("Tab");
  const dialog = page.getByRole("dialog");
  const control = dialog.getByRole("switch");
  await expect(control).toBeFocused();
  await control.press("Space");
  await expectAccessible(page, "a setting that is changed in the palette", { part: "[role=dialog]" });
  await dialog.getByRole("button", { name: "Show 1 unsaved change" }).click();
  await expect(page).toHaveURL(`${panel.url}/settings?filter=unsaved`);
  const found = page.getByRole("region", { name: "Found settings" });
  await expect(found.getByRole("listitem")).toHaveCount(1);
  expect(await panel.readConfig()).toBe(off);

  // A click on the value opens its control.
  await page.keyboard.press("ControlOrMeta+k");
  await search.fill("general.serverName");
  await page.getByTitle("Edit here").first().click();
  await expect(dialog.getByRole("textbox")).toBeFocused();
  await page.keyboard.type(".test");
  await page.keyboard.press("Escape");
  await expect(found.getByRole("listitem")).toHaveCount(2);

  await page.keyboard.press("ControlOrMeta+k");
  await search.fill("lighthouse");
  await search.press("Enter");
  await expect(page).toHaveURL(`${panel.url}/settings/other#lighthouse`);
});

test("the navigation shows all sections and the number of unsaved changes", async ({ page, panel }) => {
  await open(page, panel.url);
  const rail = page.getByRole("navigation", { name: "Main" });
  await expect(rail.getByRole("listitem")).toHaveText([
    /^Overview/,
    /^Settings/,
    /^Bots/,
    /^Guilds/,
    /^Users/,
    /^Instance/,
    /^History/,
    /^Audit/,
    /^Operators/,
    /^Notifications/,
    /^Backups/,
  ]);
  await rail.getByRole("link", { name: /^Settings/ }).press("Enter");
  await expect(page).toHaveURL(`${panel.url}/settings`);
  await expect(rail.getByRole("link", { name: "All settings" })).toBeFocused();
  await expect(rail.getByRole("link", { name: "Raw JSON" })).toBeVisible();
  // Only the group of the last visited section is open.
  await expect(rail.getByRole("link", { name: /^General/ })).toBeHidden();
  await rail.getByRole("button", { name: /^Instance/ }).click();
  await rail.getByRole("link", { name: /^General/ }).click();
  await expect(rail.getByRole("link", { name: /^Registration/ })).toBeHidden();
  await box(page, "general.instanceName").fill("Harbour");
  await expect(rail.getByRole("link", { name: /^General.*1 unsaved/ })).toHaveAttribute(
    "aria-current",
    "page",
  );
  // Opening the People group closes the Instance group. The heading of the closed group then indicates its
  // unsaved changes.
  await rail.getByRole("button", { name: /^People/ }).click();
  await rail.getByRole("link", { name: /^Registration/ }).click();
  await expect(rail.getByRole("button", { name: /^Instance.*1 unsaved/ })).toHaveAttribute(
    "aria-expanded",
    "false",
  );
  await rail.getByRole("link", { name: "Overview" }).click();
  await expect(rail.getByRole("link", { name: /^Settings.*1 unsaved/ })).toBeVisible();
  await openState(page, "1 unsaved change");
  await page
    .getByRole("region", { name: "Found settings" })
    .getByRole("link", { name: "Instance name" })
    .click();
  await expect(box(page, "general.instanceName")).toHaveValue("Harbour");

  await page.getByRole("button", { name: "Save 1 change", exact: true }).click();
  await expect(page.getByText("Saved 1 change")).toBeVisible();
  // The toolbar of a row appears when the pointer is over the row.
  await row(page, "general.instanceName").hover();
  await page.getByRole("link", { name: "History of Instance name" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Instance name");
  const version = page.getByRole("link", { name: /^Version \d/ });
  const latest = page.getByRole("row").filter({ has: version }).first();
  await expect(latest).toContainText("Harbor");
  await expect(latest).toContainText("Harbour");
});

test("the settings reference contains every setting", async ({ page, panel }) => {
  await open(page, `${panel.url}/settings/reference#email.emailApi1.domain`);
  await expect(page.getByRole("article")).toHaveCount(fields.length);
  const entry = row(page, "email.emailApi1.domain");
  await expect(entry).toBeInViewport();
  await expect(entry).toContainText("email.mailgun.domain");
  await expect(row(page, "limits.message.maxAttachmentSize")).toContainText("1 GiB");
  const schema = await page.request.get(`${panel.url}/api/panel/config/schema`);
  expect(await schema.json()).toMatchObject({ $schema: "https://json-schema.org/draft/2020-12/schema" });

  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "All settings" }).click();
  await page.getByRole("textbox", { name: "Find settings" }).fill("smtp password");
  const found = page.getByRole("region", { name: "Found settings" });
  await expect(found.getByRole("link").first()).toHaveAttribute("href", /#email\.smtp\.password$/);
  await page.getByRole("button", { name: "Clear the search" }).click();

  const secrets = fields.filter((field) => field.kind === "secret").length;
  await page.getByRole("button", { name: /^Secret/ }).click();
  await expect(found.getByRole("listitem")).toHaveCount(secrets);
  await expect(page).toHaveURL(/\?filter=secret$/);
  await reopen(page);
  await expect(found.getByRole("listitem")).toHaveCount(secrets);
  await page.getByRole("button", { name: /^Modified/ }).click();
  await expect(page).toHaveURL(/filter=modified%2Csecret$/);
  await found
    .getByRole("link", { name: "Signing secret of user tokens" })
    .or(found.getByRole("link"))
    .first()
    .click();
  await expect(page).toHaveURL(/\/settings\/\w+#/);
});

test.describe("in a minimal file", () => {
  const config = JSON.stringify({ general: { instanceName: "Harbor" }, broker: { host: null } });
  test.use({ config });

  test("a value that conflicts with another setting is not saved", async ({ page, panel }) => {
    await open(page, `${panel.url}/settings/api`);
    const chosen = row(page, "api.defaultVersion");
    const box = chosen.getByRole("textbox");
    await box.fill("3");
    await expect(chosen.getByText(/not among the active versions/)).toBeVisible();
    await page.getByRole("button", { name: "Save 1 change", exact: true }).click();
    await expect(page.getByRole("alert").filter({ hasText: "Fix “" })).toContainText("Nothing was saved");
    expect(await panel.readConfig()).toBe(config);
    await chosen.getByRole("button", { name: "Use 9 as the default" }).click();
    await expect(box).toHaveValue("9");
    await expect(chosen.getByText(/not among the active versions/)).toHaveCount(0);
    await expect(page.getByRole("button", { name: /^Save/ })).toHaveCount(0);
  });
});

test("an operator shows, edits and removes an unrecognized key", async ({ page, panel }) => {
  const seen: string[] = [];
  page.on("response", async (response) => {
    if (/json|html|x-component/.test(response.headers()["content-type"] ?? ""))
      seen.push(await response.text().catch(() => ""));
  });
  await open(page, `${panel.url}/settings?filter=unknown`);
  await page
    .getByRole("region", { name: "Unrecognized keys" })
    .getByRole("link", { name: "lighthouse" })
    .click();
  await expect(page.getByRole("heading", { level: 1, name: "Unrecognized keys" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Show lighthouse" })).toBeVisible();
  expect(seen.join("\n")).not.toContain("not-a-real-lamp-token");

  await page.getByRole("button", { name: "Show lighthouse" }).click();
  const value = page.getByRole("textbox", { name: "Value of lighthouse as JSON" });
  await expect(value).toHaveValue(/not-a-real-lamp-token/);
  await expectAccessible(page, "unrecognized keys");
  await value.fill('{ "lampToken": "another", "range": 14 }');
  await page.getByRole("button", { name: "Save 1 change", exact: true }).click();
  await expect(page.getByText("Saved 1 change")).toBeVisible();
  expect(await panel.readConfig()).toBe(
    sample.replace("not-a-real-lamp-token", "another").replace('"range": 12', '"range": 14'),
  );

  await page.getByRole("button", { name: "Remove lighthouse" }).click();
  await page.getByRole("button", { name: "Save 1 change", exact: true }).click();
  await expect(page.getByRole("button", { name: "Undo edit of lighthouse" })).toHaveCount(0);
  expect(await panel.readConfig()).not.toContain("lighthouse");
});
