import { writeFile } from "node:fs/promises";
import { editionOf } from "@/lib/shared/settings/editions";
import { box, expectAccessible, open, reopen, row } from "../support/browser";
import { expect, sample as common, test } from "../support/journey";

/*
 * Finding a setting, what the rules between settings say, keys that are no settings, the reference, and the history of
 * one setting.
 */

const sample = common.replace(
  /^\{/,
  '{\n    "lighthouse": { "lampToken": "not-a-real-lamp-token", "range": 12 },',
);
test.use({ config: sample });

const { fields } = editionOf("branded").registry;

test("the palette finds a setting in spite of a typing error, and puts the focus on it", async ({
  page,
  panel,
}) => {
  await open(page, panel.url);
  await page.keyboard.press("ControlOrMeta+k");
  const search = page.getByRole("combobox", { name: "Search settings and pages" });
  await search.fill("instnace name");
  const first = page.getByRole("option").first();
  await expect(first).toContainText("general.instanceName");
  await expectAccessible(page, "the palette");
  await search.press("Enter");
  await expect(page).toHaveURL(`${panel.url}/settings/general#general.instanceName`);
  await expect(box(page, "general.instanceName")).toBeFocused();

  // On the same page, by another key, and by value.
  await page.keyboard.press("ControlOrMeta+k");
  await search.fill("correspondence mail");
  await expect(page.getByRole("option").first()).toContainText("general.correspondenceEmail");
  await search.press("Enter");
  await expect(box(page, "general.correspondenceEmail")).toBeFocused();

  await page.getByRole("button", { name: "Search settings" }).click();
  await search.fill("audit");
  await page.getByRole("option", { name: "Audit", exact: true }).click();
  await expect(page).toHaveURL(`${panel.url}/audit`);
});

test("the settings are searched and filtered, and the list has an address", async ({ page, panel }) => {
  await open(page, `${panel.url}/settings`);
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
  await page.getByRole("button", { name: /^Differs from the default/ }).click();
  await expect(page).toHaveURL(/filter=modified%2Csecret$/);
  await found
    .getByRole("link", { name: "Signing secret of user tokens" })
    .or(found.getByRole("link"))
    .first()
    .click();
  await expect(page).toHaveURL(/\/settings\/\w+#/);
});

test("a contradiction is told while it is typed, and is not saved", async ({ page, panel }) => {
  await open(page, `${panel.url}/settings/regions`);
  const chosen = row(page, "regions.default");
  const box = chosen.getByRole("textbox");
  await box.fill("atlantis");
  await expect(chosen.getByText(/not among the available regions/)).toBeVisible();
  await page.getByRole("button", { name: "Save 1 change", exact: true }).click();
  await expect(page.getByRole("alert").filter({ hasText: "not among the available regions" })).toContainText(
    "Nothing was saved",
  );
  expect(await panel.readConfig()).toBe(sample);
  await chosen.getByRole("button", { name: "Use harbor-eu as the default" }).click();
  await expect(box).toHaveValue("harbor-eu");
  await expect(chosen.getByText(/not among the available regions/)).toHaveCount(0);
  await expect(page.getByRole("button", { name: /^Save/ })).toHaveCount(0);
});

test("the overview lists what does not fit together, mends it with a click, and takes it back", async ({
  page,
  panel,
}) => {
  const contradiction = sample.replace(/^\{/, '{\n    "login": { "requireCaptcha": true },');
  const off = contradiction.replace(/("captcha": \{[^}]*"enabled": )true/, "$1false");
  await writeFile(panel.configPath, off);
  await open(page, panel.url);
  const fix = page.getByRole("button", { name: /^Stop requiring a captcha/ });
  await fix.click();
  await expect(page.getByText("Saved 1 change")).toBeVisible();
  await expect(fix).toHaveCount(0);
  expect(JSON.parse(await panel.readConfig())).toMatchObject({ login: { requireCaptcha: false } });
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(fix).toBeVisible();
  expect(await panel.readConfig()).toBe(off);
});

test("keys that are no settings: their values come only when they are shown; edited and removed", async ({
  page,
  panel,
}) => {
  const seen: string[] = [];
  page.on("response", async (response) => {
    if (/json|html|x-component/.test(response.headers()["content-type"] ?? ""))
      seen.push(await response.text().catch(() => ""));
  });
  await open(page, `${panel.url}/settings?filter=unknown`);
  await page.getByRole("region", { name: "Other keys" }).getByRole("link", { name: "lighthouse" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Other keys" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Show lighthouse" })).toBeVisible();
  expect(seen.join("\n")).not.toContain("not-a-real-lamp-token");

  await page.getByRole("button", { name: "Show lighthouse" }).click();
  const value = page.getByRole("textbox", { name: "Value of lighthouse as JSON" });
  await expect(value).toHaveValue(/not-a-real-lamp-token/);
  await expectAccessible(page, "other keys");
  await value.fill('{ "range": ');
  await page.getByRole("button", { name: "Save key" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "Line 1" })).toBeVisible();
  await value.fill('{ "lampToken": "another", "range": 14 }');
  await page.getByRole("button", { name: "Save key" }).click();
  await expect(page.getByText("Saved lighthouse")).toBeVisible();
  expect(await panel.readConfig()).toBe(
    sample.replace("not-a-real-lamp-token", "another").replace('"range": 12', '"range": 14'),
  );

  await page.getByRole("button", { name: "Remove lighthouse" }).click();
  await page.getByRole("button", { name: "Remove key" }).click();
  await expect(page.getByRole("button", { name: "Remove lighthouse" })).toHaveCount(0);
  expect(await panel.readConfig()).not.toContain("lighthouse");
});

test("the reference lists every setting with both spellings, and links to each", async ({ page, panel }) => {
  await open(page, `${panel.url}/settings/reference#email.emailApi1.domain`);
  await expect(page.getByRole("article")).toHaveCount(fields.length);
  const entry = row(page, "email.emailApi1.domain");
  await expect(entry).toBeInViewport();
  await expect(entry).toContainText("email.mailgun.domain");
  await expect(row(page, "limits.message.maxAttachmentSize")).toContainText("1 GiB");
  const schema = await page.request.get(`${panel.url}/api/panel/config/schema`);
  expect(await schema.json()).toMatchObject({ $schema: "https://json-schema.org/draft/2020-12/schema" });
});

test("a setting leads to its own history", async ({ page, panel }) => {
  await open(page, `${panel.url}/settings/general`);
  await box(page, "general.instanceName").fill("Harbour");
  await page.getByRole("button", { name: "Save 1 change", exact: true }).click();
  await expect(page.getByText("Saved 1 change")).toBeVisible();
  await page.getByRole("link", { name: "History of general.instanceName" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Instance name");
  const version = page.getByRole("link", { name: /^Version \d/ });
  const latest = page.getByRole("listitem").filter({ has: version }).first();
  await expect(latest).toContainText("Harbor");
  await expect(latest).toContainText("Harbour");
});
