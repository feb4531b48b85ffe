import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { box, open } from "../support/browser";
import { expect, test } from "../support/journey";
import { translatePage } from "@/testing/translate-page";

/** A sign-in proxy whose session can end. It then answers every request in the panel's place. */
async function startProxy(
  target: string,
): Promise<{ url: string; end: () => void; signIn: () => void; server: Server }> {
  let isSignedIn = true;
  const server = createServer((asked, answer) => {
    if (!isSignedIn) {
      answer.writeHead(200, { "content-type": "text/html" }).end("<title>Sign in</title><form></form>");
      return;
    }
    const { method, headers } = asked;
    const passed = request(new URL(asked.url ?? "/", target), { method, headers }, (from) => {
      answer.writeHead(from.statusCode ?? 502, from.headers);
      from.pipe(answer);
    });
    passed.on("error", () => answer.destroy());
    answer.on("close", () => passed.destroy());
    asked.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    server,
    end: () => {
      isSignedIn = false;
      server.closeAllConnections();
    },
    signIn: () => (isSignedIn = true),
  };
}

test("a sign-in proxy that ends its session in mid-edit is reported, and the edit can be saved later", async ({
  page,
  panel,
}) => {
  const proxy = await startProxy(panel.url);
  await open(page, `${proxy.url}/settings/general`);
  await box(page, "general.instanceName").fill("Typed before");
  proxy.end();
  await page.keyboard.press("Control+s");
  const notice = page.getByText("Something in front of the panel asks for a sign-in.");
  await expect(notice).toBeVisible();
  await expect(page.getByRole("button", { name: "Open it in a new tab" })).toBeVisible();
  await expect(box(page, "general.instanceName")).toHaveValue("Typed before");
  expect(await panel.readConfig()).not.toContain("Typed before");
  proxy.signIn();
  await expect(notice).toHaveCount(0);
  await page.keyboard.press("Control+s");
  await expect(page.getByText("Saved 1 change")).toBeVisible();
  expect(await panel.readConfig()).toContain("Typed before");
  proxy.server.closeAllConnections();
  proxy.server.close();
});

test("pages that the browser translates do not crash", async ({ page, panel }) => {
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(error.message));
  for (const path of [
    "/",
    "/settings/general",
    "/settings/security",
    "/settings/history",
    "/instance",
    "/audit",
  ]) {
    await open(page, panel.url + path);
    await page.evaluate(translatePage);
    await page.keyboard.press("Control+k");
    await expect(page.getByRole("dialog")).toBeVisible();
    await page.keyboard.type("captcha");
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(page.locator("h1")).toBeVisible();
  }
  await open(page, `${panel.url}/settings/general`);
  await page.evaluate(translatePage);
  await box(page, "general.instanceName").fill("Haven");
  await page.keyboard.press("Control+s");
  await expect(page.getByText(/Saved 1 change/)).toBeVisible();
  expect(errors).toEqual([]);
});
