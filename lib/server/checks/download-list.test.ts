import { createServer, type RequestListener } from "node:http";
import { expect, it } from "vitest";
import { listening } from "@/testing/check-setting";
import { downloadList } from "./download-list";

const serving = (listener: RequestListener) => listening(createServer(listener));
const { signal } = new AbortController();

async function download(listener: RequestListener): Promise<string[]> {
  const port = await serving(listener);
  const permit = { saved: [{ host: "127.0.0.1", port }], allow: [] };
  return downloadList(`http://127.0.0.1:${port}/list.txt`, permit, signal);
}

it("returns the entries of a list without comments, blank lines and repeats", async () => {
  const text = "\ufeff# Disposable mail\r\na.example\n\n b.example \n// old\na.example\n";
  expect(await download((_, answer) => void answer.end(text))).toEqual(["a.example", "b.example"]);
});

it.each<[string, RequestListener, RegExp]>([
  [
    "a redirect",
    (_, answer) => void answer.writeHead(302, { location: "http://10.0.0.1/" }).end(),
    /redirects to/,
  ],
  ["a missing list", (_, answer) => void answer.writeHead(404).end(), /status 404/],
  [
    "a web page",
    (_, answer) => void answer.writeHead(200, { "content-type": "text/html" }).end("<p>"),
    /web page/,
  ],
  [
    "a list above 4 MiB",
    (_, answer) => void answer.end("a".repeat(4 * 1024 * 1024 + 1)),
    /larger than 4 MiB/,
  ],
])("refuses %s with the reason", async (_, listener, message) => {
  await expect(download(listener)).rejects.toMatchObject({
    code: "bad-gateway",
    message: expect.stringMatching(message),
  });
});

it("does not connect to private addresses", async () => {
  let isAsked = false;
  const port = await serving((_, answer) => {
    isAsked = true;
    answer.end();
  });
  const refused = downloadList(`http://127.0.0.1:${port}/`, { saved: [], allow: [] }, signal);
  await expect(refused).rejects.toMatchObject({ code: "bad-gateway" });
  expect(isAsked).toBe(false);
});

it("refuses what is no address", async () => {
  await expect(downloadList("list.txt", { saved: [], allow: [] }, signal)).rejects.toMatchObject({
    code: "invalid-input",
  });
});
