import { request } from "node:https";
import { expect, test } from "@playwright/test";
import { isInstalled, proxies, startBehind } from "../support/behind-proxy";
import { operator } from "../support/panel";

test.use({ ignoreHTTPSErrors: true });

/** The size of the text of the largest import. */
const MAX_TEXT = 2 * 1024 * 1024;

for (const proxy of proxies) {
  test(`examples/${proxy.example}: sign-in, client address, events and the largest import through ${proxy.name}`, async ({
    page,
    context,
  }) => {
    test.skip(!isInstalled(proxy), `SKIPPED: ${proxy.program} is not installed`);
    const { panel, url, dispose } = await startBehind(proxy);
    try {
      await page.goto(`${url}/login`);
      await page.getByLabel("Username").fill(operator.username);
      await page.getByLabel("Password", { exact: true }).fill(operator.password);
      await page.getByRole("button", { name: "Sign in" }).click();
      await expect(page).toHaveURL(`${url}/`);
      const cookies = await context.cookies();
      const session = cookies.find(({ name }) => name === "__Host-next-auth.session-token");
      expect(session).toMatchObject({ secure: true, httpOnly: true, path: "/" });
      const cookie = `${session?.name}=${session?.value}`;

      // A page that is open in the browser shows a save by another client, so events arrive through the proxy.
      await page.goto(`${url}/settings/general`);
      const name = page.getByRole("textbox", { name: "Instance name" });
      await expect(name).toBeVisible();
      const document = await send(url, "GET", "/api/panel/config", { cookie });
      const operations = [{ op: "set", path: "general.instanceName", value: "Behind a proxy" }];
      const headers = { cookie, origin: url, "if-match": document.headers.etag ?? "" };
      const saved = await send(url, "PATCH", "/api/panel/config", headers, JSON.stringify({ operations }));
      expect(saved.status).toBe(200);
      await expect(name).toHaveValue("Behind a proxy");

      const filler = "x".repeat(MAX_TEXT - '{"filler":""}'.length);
      const body = JSON.stringify({ text: JSON.stringify({ filler }) });
      const imported = await send(url, "POST", "/api/panel/config/import", { cookie, origin: url }, body);
      expect(imported.status).toBe(200);

      // The forged address comes first, and the proxy adds the client's address behind it.
      const forged = { "x-forwarded-for": "203.0.113.7" };
      const guessed = { ...forged, cookie: "__Host-next-auth.session-token=guessed" };
      const refused = await send(url, "GET", "/api/panel/config", guessed, undefined, "127.0.0.9");
      expect(refused.status).toBe(401);
      await expect.poll(panel.output).toContain('"address":"127.0.0.9"');
      expect(panel.output()).not.toContain("203.0.113.7");
    } finally {
      await dispose();
    }
  });
}

interface Answer {
  status: number;
  headers: Record<string, string | undefined>;
  text: string;
}

/** Sends a request from an address of this machine. */
function send(
  url: string,
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: string,
  localAddress = "127.0.0.1",
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const type: Record<string, string> = body === undefined ? {} : { "content-type": "application/json" };
    const options = {
      method,
      localAddress,
      rejectUnauthorized: false,
      family: 4,
      headers: { ...type, ...headers },
    };
    const sent = request(`${url}${path}`, options, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers as Record<string, string | undefined>,
          text: Buffer.concat(chunks).toString(),
        }),
      );
    });
    sent.once("error", reject);
    sent.end(body);
  });
}
