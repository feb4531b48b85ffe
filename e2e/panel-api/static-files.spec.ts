import { readdir, readFile } from "node:fs/promises";
import { get, type IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, test } from "../support/instance";
import { type Panel, startPanel } from "../support/panel";
import { sample } from "../support/sample";
import { sessionIn } from "../support/session";

let panel: Panel;
// A new panel, because the size of a page depends on what earlier tests have stored.
test.beforeAll(async () => {
  panel = await startPanel({ config: sample });
});
test.afterAll(() => panel.dispose());

/** Requests a file, and returns the response without decompressing it. */
async function fetchRaw(path: string, accepted?: string) {
  const headers = accepted === undefined ? {} : { "accept-encoding": accepted };
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(panel.url + path, { headers }, resolve).on("error", reject);
  });
  return { status: response.statusCode, headers: response.headers, body: await buffer(response) };
}

/** Returns the URLs of a script and a style sheet that the sign-in page uses. */
async function addresses(): Promise<string[]> {
  const html = (await fetchRaw("/login")).body.toString();
  return [/\/_next\/static\/[^"'\\]+\.js/, /\/_next\/static\/[^"'\\]+\.css/].map((pattern) => {
    const [address] = pattern.exec(html) ?? [];
    if (address === undefined) throw new Error(`The sign-in page names nothing like ${String(pattern)}.`);
    return address;
  });
}

test("the panel serves scripts and style sheets with Brotli to clients that accept Brotli", async () => {
  for (const address of await addresses()) {
    const plain = await fetchRaw(address);
    const compressed = await fetchRaw(address, "gzip, deflate, br");
    expect(plain.headers["content-encoding"]).toBeUndefined();
    expect(compressed.headers["content-encoding"]).toBe("br");
    expect(brotliDecompressSync(compressed.body).equals(plain.body)).toBe(true);
    for (const name of ["content-type", "cache-control"]) {
      expect(String(compressed.headers[name]).toLowerCase()).toBe(String(plain.headers[name]).toLowerCase());
    }
    expect(compressed.headers["vary"]?.toLowerCase()).toContain("accept-encoding");
    expect(compressed.headers["cache-control"]).toContain("immutable");
  }
});

test("the panel serves scripts with gzip to clients that accept gzip but not Brotli", async () => {
  const [address = ""] = await addresses();
  const plain = await fetchRaw(address);
  const packed = await fetchRaw(address, "gzip");
  expect(packed.headers["content-encoding"]).toBe("gzip");
  // The response has a Content-Length, because the file was compressed before the request.
  expect(Number(packed.headers["content-length"])).toBe(packed.body.length);
  expect(gunzipSync(packed.body).equals(plain.body)).toBe(true);
  expect((await fetchRaw(address, "gzip, br;q=0")).headers["content-encoding"]).toBe("gzip");
  expect((await fetchRaw("/_next/static/chunks/no-such-file.js", "br")).status).toBe(404);
});

test("the panel serves every file in the build's manifests", async () => {
  const names = await readdir(".next", { recursive: true });
  const manifests = names.filter((name) => /manifest\.js(?:on)?$/.test(name) && !name.startsWith("dev"));
  const named = new Set<string>();
  for (const name of manifests)
    for (const [file] of (await readFile(`.next/${name}`, "utf8")).matchAll(
      /static\/[\w./~-]+\.(?:js|css|woff2)/g,
    ))
      named.add(file);
  expect(named.size).toBeGreaterThan(20);
  for (const file of named) expect([file, (await fetchRaw(`/_next/${file}`)).status]).toEqual([file, 200]);
});

test("browsers must revalidate files such as the icon on each request", async () => {
  const { status, headers, body } = await fetchRaw("/screenshot.png", "br");
  expect([status, headers["content-type"], body.length]).toEqual([
    200,
    "image/png",
    Number(headers["content-length"]),
  ]);
  expect(headers["cache-control"]).toContain("max-age=0");
  expect(headers.etag).toBeTruthy();
});

/** Maximum page sizes in kB: the HTML before compression, and the scripts as transmitted. */
const budgets = [
  { path: "/settings/limits", html: 160, scripts: 225 },
  { path: "/settings/general", html: 90, scripts: 225 },
  { path: "/settings/reference", html: 205, scripts: 212 },
  { path: "/operators", html: 45, scripts: 273 },
];

for (const { path, html, scripts } of budgets)
  test(`${path} has less than ${html} kB of HTML and less than ${scripts} kB of scripts`, async () => {
    const text = await (await (await sessionIn(panel)).fetch(path)).text();
    expect(text).toContain("</html>");
    expect(text.length / 1000).toBeLessThan(html);
    const modern = text.replace(/<script[^>]*nomodule[^>]*>/gi, "");
    const named = new Set(modern.match(/\/_next\/static\/[^"'\\]+\.js/g));
    expect(named.size).toBeGreaterThan(5);
    let weight = 0;
    for (const address of named) weight += (await fetchRaw(address, "br")).body.length;
    expect(weight / 1000).toBeLessThan(scripts);
  });
