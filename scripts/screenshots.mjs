/**
 * `node scripts/screenshots.mjs` takes the README's picture from the demo, and `… FOLDER` pictures of several pages. Needs
 * a build and a Chromium.
 */
import { spawn } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import sharp from "sharp";
import { findChromium } from "./chromium.mjs";

const port = process.env.PORT ?? "43117";
const url = `http://localhost:${port}`;
const password = "a calm harbour";
const several = { overview: "/", limits: "/settings/limits", apply: "/running", instance: "/instance" };
const [folder = "public", pages = { screenshot: "/" }] = process.argv[2] ? [process.argv[2], several] : [];

const panel = spawn(process.execPath, ["scripts/start.mjs", "--no-build", "--demo"], {
  env: { ...process.env, PORT: port, OPERATOR_PASSWORD: password },
  stdio: ["ignore", "pipe", "inherit"],
});
const isReady = () =>
  fetch(`${url}/api/health`).then(
    ({ ok }) => ok,
    () => false,
  );
const browser = await chromium.launch({ executablePath: await findChromium(), args: ["--no-sandbox"] });
try {
  while (!(await isReady())) await new Promise((resolve) => setTimeout(resolve, 100));
  mkdirSync(folder, { recursive: true });
  const page = await browser.newPage({ viewport: { width: 1280, height: 1000 }, locale: "en-GB" });
  await page.goto(`${url}/login`);
  await page.getByLabel("Username").fill("demo");
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("button", { name: "Check now" }).click();
  await page
    .getByText("Everything works")
    .or(page.getByText("Up", { exact: true }))
    .first()
    .waitFor();
  for (const [name, path] of Object.entries(pages)) {
    await page.goto(`${url}${path}`);
    await page.getByRole("heading", { level: 1 }).waitFor();
    // Plots and states load after the page.
    await page.waitForTimeout(1_000);
    const picture = sharp(await page.screenshot()).png({ palette: true });
    await picture.toFile(join(folder, `${name}.png`));
  }
} finally {
  await browser.close();
  panel.kill("SIGTERM");
}
