import { box, open } from "../support/browser";
import { expect, test } from "../support/journey";
import { allAnswers, startSignInFront } from "../support/sign-in-front";

const name = "general.instanceName";

test("a sign-in proxy whose session ends in mid-edit loses no edits, whatever it answers", async ({
  page,
  context,
  panel,
}) => {
  const front = await startSignInFront(panel);
  try {
    await open(page, `${front.url}/settings/general`);
    const bar = page.getByRole("region", { name: "Unsaved changes" });
    const asks = page.getByText("Something in front of the panel asks for a sign-in.");
    const isDown = page.getByText("The panel does not respond.");
    for (const answer of allAnswers) {
      const [notice, failure] =
        answer === "502"
          ? [isDown, "A proxy in front of the panel cannot reach it (status 502)"]
          : [asks, "Something in front of the panel, such as a sign-in proxy, answered in its place"];
      await box(page, name).fill(`Typed before ${answer}`);
      front.answerWith(answer);
      await page.keyboard.press("Control+s");
      await expect(bar.getByRole("alert")).toContainText(failure);
      await expect(notice).toBeVisible();
      await expect(box(page, name)).toHaveValue(`Typed before ${answer}`);
      if (answer === "a page with 200") {
        const [opened] = await Promise.all([
          context.waitForEvent("page"),
          page.getByRole("button", { name: "Open it in a new tab" }).click(),
        ]);
        await expect(opened.getByRole("heading", { name: "Sign in" })).toBeVisible();
        await opened.close();
      }
      front.answerWith(null);
      await expect(notice).toHaveCount(0);
      await page.keyboard.press("Control+s");
      await expect(bar).toHaveCount(0);
      expect(await panel.readConfig()).toContain(`Typed before ${answer}`);
    }

    // Nobody clicks: the end of the event stream shows that something else answers.
    front.answerWith("a redirect");
    await expect(asks).toBeVisible({ timeout: 30_000 });
    front.answerWith(null);
    await expect(asks).toHaveCount(0);
  } finally {
    await front.stop();
  }
});

test("an upload in whose place a sign-in proxy answers says so, and works after the sign-in", async ({
  page,
  stage: { panel, instance },
}) => {
  const { id } = await instance.addBot("Harbor master");
  const front = await startSignInFront(panel);
  try {
    await open(page, `${front.url}/applications/${id}`);
    await page.getByRole("button", { name: "Edit" }).click();
    const dialog = page.getByRole("dialog", { name: "Edit Harbor master" });
    const drawn = await page.evaluate(() => {
      const canvas = Object.assign(document.createElement("canvas"), { width: 64, height: 64 });
      canvas.getContext("2d")!.fillRect(8, 8, 32, 32);
      return canvas.toDataURL("image/png").split(",")[1]!;
    });
    const picture = { name: "a.png", mimeType: "image/png", buffer: Buffer.from(drawn, "base64") };
    front.answerWith("a redirect");
    await dialog.getByLabel("Picture file").setInputFiles(picture);
    await expect(dialog.getByText("Something in front of the panel, such as a sign-in proxy")).toBeVisible();
    front.answerWith(null);
    await expect(page.getByText("Something in front of the panel asks for a sign-in.")).toHaveCount(0);
    await dialog.getByLabel("Picture file").setInputFiles(picture);
    await expect(dialog.getByRole("button", { name: "Remove picture" })).toBeVisible();
  } finally {
    await front.stop();
  }
});
