import { execFileSync } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { networkInterfaces } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { box, goToSection, open, reopen, row } from "../support/browser";
import { expect, sample, test } from "../support/journey";
import { expectNoLeak } from "../support/leaks";
import { startPanel } from "../support/panel";
import { PanelClient } from "../support/session";

const save = async (page: Page, button: string) => {
  await page.getByRole("button", { name: button, exact: true }).click();
  await expect(page.getByText(button.replace("Save", "Saved"), { exact: true })).toBeVisible();
};

test("the panel saves only valid changes, in the file's spelling, and never shows secrets", async ({
  page,
  panel,
}) => {
  const seen: string[] = [];
  page.on("response", async (response) => {
    const type = response.headers()["content-type"] ?? "";
    if (/json|html|x-component/.test(type)) seen.push(await response.text().catch(() => ""));
  });
  await open(page, `${panel.url}/settings/general`);
  await expect(box(page, "general.instanceName")).toHaveValue("Harbor");
  await expect(box(page, "general.instanceName")).toBeEditable();
  await expect(page.getByText(/CONFIG_READONLY/)).toHaveCount(0);
  await expect(box(page, "general.correspondenceUserID")).toHaveValue("1104236891374919680");
  const front = row(page, "general.frontPage");
  await front.getByRole("textbox").fill("harbor");
  await page.getByRole("button", { name: "Save 1 change", exact: true }).click();
  await expect(front.getByText(/Enter a full address/)).toBeVisible();
  expect(await panel.readConfig()).toBe(sample);
  await page.getByRole("button", { name: "Discard" }).click();
  await page.getByRole("button", { name: "Discard 1 change" }).click();
  await expect(front.getByRole("textbox")).toHaveValue("");

  await box(page, "general.instanceName").fill("Harbour ⚓");
  await expect(page.getByText("1 change in General")).toBeVisible();

  // These steps load no page, so the unsaved changes in several sections remain. Setting a value to its
  // default removes the key from the file.
  await goToSection(page, "limits");
  await box(page, "limits.rate.ip.count").fill("1200");
  await expect(page.getByText("2 changes in 2 sections")).toBeVisible();
  const bio = row(page, "limits.user.maxBio");
  await bio.getByRole("button", { name: /^Use default/ }).click();
  await expect(bio.getByRole("textbox")).toHaveValue("190");
  await save(page, "Save 3 changes");

  const expected = sample
    .replace('"Harbor"', '"Harbour ⚓"')
    .replace('"count": 500', '"count": 1200')
    .replace('"maxBio": 1000, ', "");
  expect(await panel.readConfig()).toBe(expected);

  // The page shows values that the file stores under branded keys, such as `mailgun` instead of `emailApi1`.
  await goToSection(page, "email");
  await expect(row(page, "email.provider").getByRole("combobox")).toHaveText(/Mailgun/);
  await expect(box(page, "email.emailApi1.domain")).toHaveValue("mg.harbor.example.org");
  await expect(row(page, "email.smtp.host")).toHaveCount(0);

  await row(page, "email.provider").getByRole("combobox").click();
  await page.getByRole("option", { name: /SMTP/ }).click();
  await expect(row(page, "email.emailApi1.domain")).toHaveCount(0);
  await box(page, "email.smtp.host").fill("smtp.harbor.example.org");
  await box(page, "email.smtp.port").fill("465");
  await row(page, "email.smtp.secure").getByRole("radio", { name: "On" }).check();
  await save(page, "Save 4 changes");

  const { email } = JSON.parse(await panel.readConfig()) as { email: Record<string, unknown> };
  expect(email).toEqual({
    provider: "smtp",
    senderAddress: "crew@harbor.example.org",
    mailgun: { apiKey: "key-not-a-real-one", domain: "mg.harbor.example.org" },
    smtp: { host: "smtp.harbor.example.org", port: 465, secure: true },
  });

  await goToSection(page, "regions");
  const list = row(page, "regions.available");
  await list.getByRole("button", { name: /^Add region/ }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Region id").fill("harbor-eu");
  await dialog.getByLabel("Region name").fill("Harbor Asia");
  await dialog.getByRole("button", { name: /^Add region/ }).click();
  await expect(dialog.getByText("Another region has this id.", { exact: false })).toBeVisible();
  await dialog.getByLabel("Region id").fill("harbor-as");
  await dialog.getByRole("button", { name: /^Add region/ }).click();
  await list.getByRole("button", { name: /^Move Harbor Asia up/ }).click();
  await list.getByRole("button", { name: /^Remove Harbor US/ }).click();
  await save(page, "Save 1 change");
  const { regions } = JSON.parse(await panel.readConfig()) as { regions: { available: { id: string }[] } };
  expect(regions.available.map(({ id }) => id)).toEqual(["harbor-eu", "harbor-as"]);

  await goToSection(page, "security");
  const secret = row(page, "security.captcha.secret");
  await expect(secret.getByText("Set", { exact: true })).toBeVisible();
  await secret.getByRole("button", { name: /^Replace/ }).click();
  await secret.getByRole("textbox").or(secret.locator("input")).first().fill("a-new-captcha-secret");
  const signing = row(page, "security.requestSignature");
  await signing.getByRole("button", { name: /^Generate/ }).click();
  await save(page, "Save 2 changes");

  const { security } = JSON.parse(await panel.readConfig()) as {
    security: { captcha: { secret: string }; requestSignature: string };
  };
  expect(security.captcha.secret).toBe("a-new-captcha-secret");
  expect(Buffer.from(security.requestSignature, "base64").length).toBeGreaterThanOrEqual(32);
  await reopen(page);
  expectNoLeak("what the browser got", seen.join("\n"), ["not-a-real-captcha-secret", "sea-salt-0451"]);

  // The panel refuses to turn captchas on if their secret is not set.
  await row(page, "security.captcha.enabled").getByRole("switch").click();
  await row(page, "security.captcha.secret")
    .getByRole("button", { name: /^Clear/ })
    .click();
  await save(page, "Save 2 changes");
  expect(await panel.readConfig()).not.toContain("a-new-captcha-secret");
});

/** An address of this machine at which browsers offer no clipboard, because it is neither HTTPS nor localhost. */
const lan = Object.values(networkInterfaces())
  .flat()
  .find((one) => one && one.family === "IPv4" && !one.internal)?.address;

test("changes to a read-only file can be prepared and taken away as a patch", async ({ browser }) => {
  const panel = await startPanel({ config: sample, env: { CONFIG_READONLY: "1", HOST: "0.0.0.0" } });
  try {
    // Expects the reason right after a tag. The same text occurs in the page's data, but after a quotation
    // mark.
    const html = await (await (await PanelClient.signIn(panel)).fetch("/settings/general")).text();
    expect(html).toContain(">CONFIG_READONLY is set");
    const context = await browser.newContext({ reducedMotion: "reduce", acceptDownloads: true });
    const url = panel.url.replace("localhost", lan ?? "localhost");
    await context.addCookies(
      (await PanelClient.signIn(panel)).browserCookies.map((cookie) => ({ ...cookie, url })),
    );
    const page = await context.newPage();
    await open(page, `${url}/settings/general`);
    await row(page, "general.instanceName").getByRole("textbox").fill("Pier");
    const bar = page.getByRole("region", { name: "Unsaved changes" });
    await expect(bar.getByRole("button", { name: /^Save/ })).toHaveCount(0);
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      bar.getByRole("button", { name: "Download patch" }).click(),
    ]);
    const patch = JSON.parse(await readFile(await download.path(), "utf8")) as { operations: unknown };
    expect(patch.operations).toEqual([{ op: "set", path: "general.instanceName", value: "Pier" }]);
    const elsewhere = join(panel.folder, "elsewhere");
    await mkdir(elsewhere);
    const CONFIG_PATH = join(elsewhere, "config.json");
    await writeFile(CONFIG_PATH, sample);
    execFileSync(process.execPath, ["scripts/config.mjs", "apply", await download.path()], {
      env: { ...process.env, CONFIG_PATH, DATA_DIR: panel.dataDir, DATABASE_URL: "", CONFIG_READONLY: "" },
    });
    expect(await readFile(CONFIG_PATH, "utf8")).toBe(sample.replace('"Harbor"', '"Pier"'));
    expect(await panel.readConfig()).toBe(sample);
    expect(await page.evaluate(() => isSecureContext)).toBe(lan === undefined);
    await bar.getByRole("button", { name: "Copy patch" }).click();
    await expect(page.getByText("Patch copied")).toBeVisible();
    await context.close();
  } finally {
    await panel.dispose();
  }
});

test("the panel shows where a file is broken, and offers no action that overwrites the file", async ({
  page,
  panel,
}) => {
  const broken = sample.replace('"instanceName": "Harbor",', '"instanceName": "Harbor"');
  await writeFile(panel.configPath, broken);
  await open(page, `${panel.url}/`);
  await expect(page.getByText("Line 5, column 9")).toBeVisible();
  await page
    .getByRole("navigation", { name: "Main" })
    .getByRole("link", { name: /^Settings/ })
    .click();
  await expect(page).toHaveURL(`${panel.url}/settings`);
  await goToSection(page, "general");
  await expect(page.getByRole("heading", { level: 1, name: "General" })).toBeVisible();
  await expect(page.getByText(/line 5, column 9/i).first()).toBeVisible();
  await expect(box(page, "general.instanceName")).not.toBeEditable();
  expect(await panel.readConfig()).toBe(broken);
});
