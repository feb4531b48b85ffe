import { open, row } from "../support/browser";
import { expect, test } from "../support/journey";

const path = "register.email.domains";
const domains = Array.from({ length: 100_000 }, (_, nth) => `mail${nth}.example`);
const fileOf = (list: readonly string[]) =>
  JSON.stringify({ register: { email: { domains: list } } }, null, 2);

test.describe("a list of 100,000 entries", () => {
  test.use({ config: fileOf(domains) });

  test("is edited as text, and pages contain only its length", async ({ page, panel }) => {
    for (const address of ["/settings/register", "/settings/general", "/", "/settings/history"]) {
      const html = await (await page.request.get(panel.url + address)).text();
      expect(html.length, address).toBeLessThan(200_000);
    }
    await open(page, `${panel.url}/settings/register`);
    const list = row(page, path);
    await expect(list.getByText("100,000 domains")).toBeVisible();
    await list.getByRole("button", { name: "Email domain list Open the list" }).click();
    const editor = list.getByRole("textbox", { name: "Email domain list, one domain per line" });
    await expect(editor).toContainText("mail0.example");
    expect(await list.locator(".cm-line").count()).toBeLessThan(200);

    await editor.press("Control+End");
    await page.keyboard.insertText("\n@throwaway.example\nMail7.example\nburner.example");
    await expect(list.getByText("1 invalid line", { exact: true })).toBeVisible();
    await expect(list.getByText("1 duplicate", { exact: true })).toBeVisible();
    await editor.press("Control+Home");
    await editor.press("F8");
    await expect(list.locator(".cm-invalid")).toHaveAttribute("data-mark", "Remove the “@”");
    await page.keyboard.press("Control+s");
    await expect(list.getByText(/Enter a domain without @, http/)).toBeVisible();

    await list.getByRole("button", { name: "Remove 1 invalid line" }).click();
    await editor.press("Control+Home");
    await page.keyboard.press("Shift+ArrowDown");
    await page.keyboard.press("Shift+ArrowDown");
    await page.keyboard.press("Delete");
    await expect(list.locator("[data-slot=list-counts]")).toHaveText(
      "Added +1 removed −2  since the last save",
    );

    await page.getByRole("button", { name: "Review", exact: true }).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByText("100,000 → 99,999 entries")).toBeVisible();
    await expect(dialog.getByText("burner.example")).toBeVisible();
    await expect(dialog.getByText("mail1.example")).toBeVisible();
    await dialog.getByRole("button", { name: "Save 1 change" }).click();
    await expect(page.getByText("Saved 1 change")).toBeVisible();
    expect(await panel.readConfig()).toBe(fileOf([...domains.slice(2), "burner.example"]));
    await open(page, `${panel.url}/settings/history`);
    await expect(page.getByText("1 added, 2 removed")).toBeVisible();
  });
});
