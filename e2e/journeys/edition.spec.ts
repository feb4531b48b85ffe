import { resolve } from "node:path";
import { expect, test } from "../support/journey";
import { enter, expectAccessible, open } from "../support/browser";
import { type Panel, startPanel } from "../support/panel";

const config = {
  rabbitmq: { host: null },
  limits: { message: { maxCharacters: 2000, maxReplies: 3 } },
  gif: { cache: { hours: [1, 2] }, signature: "geheim" },
};

let panel: Panel;
test.beforeAll(async () => {
  panel = await startPanel({
    config: JSON.stringify(config, null, 2),
    env: { CONFIG_EDITION: resolve("e2e/fixtures/edition-ten-keys.json") },
  });
});
test.afterAll(() => panel.dispose());

test("settings of an edition file are edited, found and listed like the panel's own", async ({ page }) => {
  await enter(page.context(), panel);
  await open(page, `${panel.url}/settings/limits`);
  const polls = page.getByLabel("Polls per message", { exact: true });
  await polls.fill("11");
  await polls.blur();
  await expect(page.getByText("Enter a whole number from 0 to 10.").first()).toBeVisible();
  await polls.fill("3");
  await page.getByRole("button", { name: /^Save \d+ changes?$/ }).click();
  await expect(page.getByText(/^Saved/).first()).toBeVisible();
  expect(JSON.parse(await panel.readConfig())).toMatchObject({ limits: { message: { maxPolls: 3 } } });

  await open(page, `${panel.url}/settings/polls`);
  await expect(page.getByRole("heading", { level: 1, name: "Polls" })).toBeVisible();
  await expect(page.getByLabel("Legacy vote counting", { exact: true })).toBeVisible();
  await expectAccessible(page, "a section of an edition file");

  await page.keyboard.press("Control+k");
  await page.keyboard.type("longest poll");
  await expect(page.getByRole("option", { name: /Longest poll/ }).first()).toBeVisible();
  await page.keyboard.press("Escape");
  await open(page, `${panel.url}/settings/reference`);
  await expect(page.getByText("polls.maxDuration").first()).toBeVisible();
});

test("unrecognized keys are on their section's page, with a control for their type, and are saved", async ({
  page,
}) => {
  await enter(page.context(), panel);
  await open(page, `${panel.url}/settings/limits`);
  const replies = page.getByLabel("Value of limits.message.maxReplies");
  await replies.fill("4");
  await page.getByRole("button", { name: /^Save \d+ changes?$/ }).click();
  await expect(page.getByText(/^Saved/).first()).toBeVisible();
  expect(JSON.parse(await panel.readConfig())).toMatchObject({ limits: { message: { maxReplies: 4 } } });
  await open(page, `${panel.url}/settings/gif`);
  await expect(page.getByText("geheim")).toHaveCount(0);
  await page.getByRole("button", { name: "Show gif.signature" }).click();
  await expect(page.getByLabel("Value of gif.signature")).toHaveValue("geheim");
});
