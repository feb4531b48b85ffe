import { createServer, type RequestListener } from "node:http";
import { describe, expect, it } from "vitest";
import { listening, outline, tried } from "@/testing/check-setting";

const branded = { naming: "branded" as const };
const api = "https://chat.example.org";

/**
 * Runs the server name check against a web server. Returns the requests that the server received, and the
 * check's steps.
 */
async function named(
  listener: RequestListener,
  settings: Record<string, unknown> = { "api.endpointPublic": api },
) {
  const asked: string[] = [];
  const port = await listening(
    createServer((request, response) => {
      asked.push(`${request.method} ${request.url}`);
      listener(request, response);
    }),
  );
  const saved = { "general.serverName": `http://127.0.0.1:${port}`, ...settings };
  const { steps, ok } = await tried("discovery", saved, branded);
  return { asked: asked.toSorted(), steps, ok };
}

describe("the check of the server name", () => {
  it("requests every discovery document, and does not show its content", async () => {
    const document = JSON.stringify({ api: { baseUrl: `${api}/api/` }, secret: "not-told-0451" });
    const { asked, steps, ok } = await named((_, response) => response.end(document));
    expect(ok).toBe(true);
    expect(asked).toEqual(["GET /.well-known/spacebar", "GET /.well-known/spacebar/client"]);
    const way = ["Name ok", "Connection ok", "Document ok", "Address ok"];
    expect(outline(steps)).toEqual([...way, ...way]);
    expect(JSON.stringify(steps)).not.toContain("0451");
    const unset = await named((_, response) => response.end(document), {});
    expect(outline(unset.steps)).not.toContain("Address ok");
  });

  it.each<[string, RequestListener, string]>([
    ["nothing", (_, response) => response.writeHead(404).end(), "answers with status 404"],
    ["a page", (_, response) => response.end("<html>"), "is not the instance's document"],
    ["endless text", (_, response) => response.end("x".repeat(200_000)), "is not the instance's document"],
    [
      "another instance",
      (_, response) => response.end('{"api":"https://other.example"}'),
      "a different address",
    ],
  ])("explains the problem if the server answers with %s", async (_, listener, words) => {
    const { steps, ok } = await named(listener);
    expect(ok).toBe(false);
    expect(steps.at(-1)?.message).toContain(words);
    expect(JSON.stringify(steps)).not.toContain("other.example");
  });

  it("fails if the server name is invalid or the edition has no discovery documents", async () => {
    expect((await tried("discovery", {}, branded)).steps).toMatchObject([{ name: "Address", ok: false }]);
    for (const name of ["chat.example.org:99999", "999.1.1.1"])
      expect((await tried("discovery", { "general.serverName": name }, branded)).steps).toMatchObject([
        { name: "Address", ok: false },
      ]);
    const neutral = await tried("discovery", { "general.serverName": "http://127.0.0.1:9" });
    expect(outline(neutral.steps)).toEqual(["Address failed"]);
  });
});

it("the API check fails on a 404 response if the edition has a ping endpoint", async () => {
  const port = await listening(createServer((_, response) => response.writeHead(404).end()));
  const saved = { "api.endpointPublic": `http://127.0.0.1:${port}` };
  const { steps } = await tried("api", saved, branded);
  expect(steps.at(-1)).toMatchObject({ ok: false });
  expect(steps.at(-1)?.message).toContain("has no API of this instance");
  expect((await tried("api", saved)).ok).toBe(true);
});
