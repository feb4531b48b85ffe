import { rm, writeFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { expectAccessible, open } from "../support/browser";
import { expect, sample, test } from "../support/journey";
import { expectNoLeak } from "../support/leaks";
import type { Panel } from "../support/panel";

const editorOn = (page: Page) => page.getByRole("textbox", { name: "Text of the configuration file" });

async function openEditor(page: Page, panel: Panel): Promise<void> {
  await open(page, `${panel.url}/settings/raw`);
  await expect(editorOn(page)).toContainText("instanceName");
}

/** Selects text with the editor's search, and types the replacement. */
async function replaceText(page: Page, find: string, replacement: string): Promise<void> {
  await editorOn(page).click();
  await page.keyboard.press("Control+f");
  await page.getByPlaceholder("Find").pressSequentially(find);
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  await page.keyboard.insertText(replacement);
}

const save = async (page: Page) => {
  await page.getByRole("button", { name: "Review and save" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Save text" }).click();
};

test("an operator edits the file as text while its secrets are hidden", async ({ page, panel }) => {
  const errors: string[] = [];
  page.on("console", (message) => (message.type() === "error" ? errors.push(message.text()) : undefined));
  // The editor renders only visible lines, so the window must be tall enough for all lines.
  await page.setViewportSize({ width: 1280, height: 2400 });
  await openEditor(page, panel);
  await expect(editorOn(page)).not.toContainText("sea-salt-0451");
  await expect(editorOn(page)).toContainText("«secret 1»");
  await replaceText(page, '"Harbor"', '"Lagoon"');
  await page.getByRole("button", { name: "Review and save" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.locator(".cm-deletedChunk")).toContainText("Harbor");
  await expect(dialog.locator(".cm-changedLine")).toContainText("Lagoon");
  await expectAccessible(page, "review of the text", { part: "[role=dialog]" });
  await dialog.getByLabel("Note").fill("A calmer name");
  await dialog.getByRole("button", { name: "Save text" }).click();
  await expect(page.getByText("Text saved")).toBeVisible();
  expect(await panel.readConfig()).toBe(sample.replace('"Harbor"', '"Lagoon"'));
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(page.getByText("Undone", { exact: true })).toBeVisible();
  expect(await panel.readConfig()).toBe(sample);
  // Waits until the editor shows the restored text. Otherwise, the next edit would be based on the previous text.
  await expect(editorOn(page)).toContainText('"Harbor"');
  await expect(page.getByText("No changes")).toBeVisible();
  expect(errors).toEqual([]);

  await page.setViewportSize({ width: 1280, height: 720 });
  await replaceText(page, '"Harbor",', '"Harbor"');
  await expect(page.locator(".cm-lintRange-error").first()).toBeVisible();
  const panelOfProblems = page.getByRole("region", { name: "Problems in the text" });
  await expect(panelOfProblems).toContainText("1 error");
  await panelOfProblems.getByRole("button", { name: /Line 5/ }).click();
  await expect(editorOn(page)).toBeFocused();
  await expect(page.locator(".cm-lineNumbers .cm-activeLineGutter")).toHaveText("5");

  // The review reports the error without sending a request.
  const sent: string[] = [];
  page.on("request", (request) => (request.method() === "PUT" ? sent.push(request.url()) : undefined));
  await page.keyboard.press("Control+s");
  const review = page.getByRole("dialog");
  await expect(review.getByRole("alert")).toContainText("This text cannot be saved: 1 error");
  await expect(review.getByRole("button", { name: "Save text" })).toBeDisabled();
  await expectAccessible(page, "review of a text that is not valid", { part: "[role=dialog]" });
  await review.getByRole("button", { name: "Go to line 5" }).click();
  await expect(editorOn(page)).toBeFocused();
  expect(sent).toEqual([]);
  await expect(editorOn(page)).toContainText('"instanceName": "Harbor"');
  const alert = page.getByRole("alert").filter({ hasText: "The text is not saved" });

  await page.getByRole("button", { name: "Discard" }).click();
  await page.getByRole("button", { name: "Discard text" }).click();
  await replaceText(page, "1000", '"many"');
  await expect(page.locator(".cm-lintRange-warning").first()).toBeVisible();
  await save(page);
  await expect(alert).toContainText("Fix the error marked in the text");
  const problems = page.getByRole("region", { name: "Problems in the text" });
  await expect(problems).toContainText(
    "This is the text “many”, but a whole number of characters is expected",
  );
  expect(await panel.readConfig()).toBe(sample);

  await page.getByRole("button", { name: "Discard" }).click();
  await page.getByRole("button", { name: "Discard text" }).click();

  // The editor also marks the lines of settings that contradict each other.
  await replaceText(page, '"default": "harbor-eu"', '"default": "atlantis"');
  await save(page);
  await expect(problems).toContainText("Line 46");
  await expect(problems).toContainText("not among the available regions");
  expect(await panel.readConfig()).toBe(sample);

  await page.getByRole("button", { name: "Discard" }).click();
  await page.getByRole("button", { name: "Discard text" }).click();

  // The editor completes typed text with names from the schema.
  await replaceText(page, "maxBio", "");
  await page.keyboard.type("maxB");
  await page.locator(".cm-tooltip-autocomplete li", { hasText: "maxBio" }).click();
  await expect(editorOn(page)).toContainText('"maxBio": 1000');
  await page.getByText('"maxUsername"').hover();
  await expect(page.locator(".cm-setting-help")).toContainText("limits.user.maxUsername");

  // The browser has logged the refused save as an error, which is expected.
  errors.length = 0;
  await page.goto(`${panel.url}/settings/history`);
  await expect(page.getByText("A calmer name")).toBeVisible();
  expect(errors).toEqual([]);
});

test("an operator fixes a broken file and creates a missing file", async ({ page, panel }) => {
  const broken = sample.replace('"Harbor",', '"Harbor"');
  await writeFile(panel.configPath, broken);
  await openEditor(page, panel);
  await expect(page.getByText("The configuration file is not valid JSON")).toBeVisible();
  await replaceText(page, '"Harbor"', '"Harbor",');
  await save(page);
  await expect(page.getByText("Text saved")).toBeVisible();
  await expect(page.getByText("The configuration file is not valid JSON")).toBeHidden();
  expect(await panel.readConfig()).toBe(sample);

  // Makes the file invalid again, and fixes it while the secrets are shown. The editor renders only visible
  // lines, so the window is enlarged.
  await writeFile(panel.configPath, broken);
  await expect(page.getByText("Possible secrets are hidden")).toBeVisible();
  await expectAccessible(page, "raw text of a broken file");
  await page.setViewportSize({ width: 1280, height: 2400 });
  expectNoLeak("the page", await page.content(), ["sea-salt-0451", "key-not-a-real-one"]);
  await page.getByRole("button", { name: "Show hidden values" }).click();
  await expect(editorOn(page)).toContainText("sea-salt-0451");
  await expect(page.getByText("Possible secrets are hidden")).toBeHidden();
  await replaceText(page, '"Harbor"', '"Harbor",');
  await save(page);
  await expect(editorOn(page)).not.toContainText("sea-salt-0451");
  expect(await panel.readConfig()).toBe(sample);

  await rm(panel.configPath);
  await page.getByRole("button", { name: "Create file" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Create file" }).click();
  await expect(page.getByText("File created")).toBeVisible();
  expect(JSON.parse(await panel.readConfig())).toEqual({});
});

test("the editor can merge an external change into edited text", async ({ page, panel }) => {
  await openEditor(page, panel);
  await writeFile(panel.configPath, sample.replace('"Harbor"', '"Outside"'));
  await expect(editorOn(page)).toContainText('"Outside"');

  await replaceText(page, "1000", "1234");
  const both = sample
    .replace('"Harbor"', '"Outside again"')
    .replace('"host": "amqp:', '"first": "a", "host": "amqp:');
  await writeFile(panel.configPath, both);
  await page.getByRole("button", { name: "Merge the changes into my text" }).click();
  await expect(editorOn(page)).toContainText('"Outside again"');
  await save(page);
  await expect(page.getByText("Text saved")).toBeVisible();
  expect(await panel.readConfig()).toBe(both.replace("1000", "1234"));

  await replaceText(page, '"Outside again"', '"Mine"');
  await writeFile(panel.configPath, both.replace('"Outside again"', '"Theirs"'));
  await page.getByRole("button", { name: "Merge the changes into my text" }).click();
  await expect(page.getByText("1 place changed by you and by others")).toBeVisible();
  await expectAccessible(page, "comparison");
  await page.getByRole("button", { name: "Use the file’s" }).first().click();
  await expect(editorOn(page).getByText('"Theirs"')).toBeVisible();
});
