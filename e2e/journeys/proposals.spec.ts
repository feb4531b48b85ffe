import { open } from "../support/browser";
import { expect, test } from "../support/journey";
import { still } from "../support/kept-page";
import { operator } from "../support/panel";
import { PanelClient, sessionIn } from "../support/session";

const mara = { username: "mara", password: "fog horn at dawn" };

test.use({ config: JSON.stringify({ register: { disabled: false } }) });

test("a section that needs two operators is changed by a proposal that somebody else saves", async ({
  page,
  browser,
  rowsPanel: panel,
}) => {
  const owner = await sessionIn(panel);
  await owner.addOperator(mara);
  await open(page, `${panel.url}/settings/history`);
  await page.getByRole("link", { name: "Proposals" }).click();
  await expect(page.getByText("No proposals yet")).toBeVisible();
  await page.getByRole("checkbox", { name: "Registration", exact: true }).click();
  await page.getByRole("button", { name: "Save sections" }).click();
  await expect(page.getByText("Sections saved")).toBeVisible();

  const context = await browser.newContext(still);
  await context.addCookies((await PanelClient.signIn(panel, mara)).browserCookies);
  const theirs = await context.newPage();
  await open(theirs, `${panel.url}/settings/register`);
  await theirs.getByRole("switch", { name: "Close registration" }).click();
  await theirs.getByRole("button", { name: "Save 1 change" }).click();
  await expect(
    theirs.getByText(/need two operators\. Nothing was saved\. Propose the changes/),
  ).toBeVisible();
  await theirs.getByRole("button", { name: "Review", exact: true }).click();
  await theirs.getByRole("button", { name: "Propose" }).click();
  await theirs.getByLabel("Title").fill("Close after the raid");
  await theirs.getByRole("button", { name: "Propose changes" }).click();
  await expect(theirs.getByRole("heading", { name: "Close after the raid" })).toBeVisible();
  await expect(theirs.getByRole("button", { name: "Save these changes" })).toBeDisabled();
  await expect(theirs.getByText("Ask somebody else to save it.")).toBeVisible();

  await open(page, `${panel.url}/settings/history/proposals`);
  await page.getByRole("link", { name: "Close after the raid" }).click();
  await expect(page.getByRole("list", { name: "Changes in Registration" })).toContainText(
    "Close registration",
  );
  await page.getByRole("textbox", { name: "Comment" }).fill("Until Monday?");
  await page.getByRole("button", { name: "Add comment" }).click();
  await expect(page.getByRole("list", { name: "Comments" })).toContainText("Until Monday?");
  await page.getByRole("button", { name: "Save these changes" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Save 1 change" }).click();
  await expect(page.getByText(`Saved by ${operator.username}`)).toBeVisible();
  expect(JSON.parse(await panel.readConfig())).toMatchObject({ register: { disabled: true } });
  await page.getByRole("link", { name: /^version \d+$/ }).click();
  await expect(page.getByText(/Proposal \d+ by mara: Close after the raid/)).toBeVisible();
  await context.close();
  // Other journeys of this worker use the same panel.
  await owner.send("PUT", "/api/panel/reviewed-sections", { sections: [], password: operator.password });
});
