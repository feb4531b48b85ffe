import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { forward } from "./forward";

/** A server in the place of the existing instance; `ask` sends a request on to it. */
async function beside(answer: RequestListener) {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    seen.push(`${request.method} ${request.url}`);
    answer(request, response);
  }).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`;
  const ask = (path: string, init?: RequestInit) =>
    forward(new Request(`http://panel.test${path}`, init), base, "203.0.113.1");
  return { seen, ask };
}

test("a page that the instance answers with cannot run on the panel's origin", async () => {
  const page = "<script>steal()</script>";
  const { ask } = await beside((_, response) =>
    response
      .writeHead(404, { "content-type": "text/html", "content-security-policy": "sandbox allow-scripts" })
      .end(page),
  );
  const answer = await ask("/api/v9/users/@me");
  expect([answer.status, await answer.text()]).toEqual([404, page]);
  expect(answer.headers.get("content-security-policy")).toMatch(/^default-src 'none';.*; sandbox$/);
  expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
});

test("no path leads to anything beside the instance's API", async () => {
  const { ask, seen } = await beside((_, response) => response.end("{}"));
  const init = { method: "POST" };
  for (const id of ["..%2F..%2F..%2Fadmin", "..%5c..%5cadmin"]) {
    const refused = ask(`/api/v9/applications/${id}/bot`, init);
    await expect(refused).rejects.toMatchObject({ code: "not-found" });
  }
  await ask("/api/v9/applications/%C3%A9%252F/bot?a=%2F", init);
  expect(seen).toEqual(["POST /api/v9/applications/%C3%A9%252F/bot?a=%2F"]);
});
