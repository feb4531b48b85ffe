import type { ConfigSnapshot } from "@/lib/shared/contract/config-snapshot";
import type { RevisionPage } from "@/lib/shared/contract/history";
import { expect, test } from "../support/instance";
import { expectNoLeak, leakedIn } from "../support/leaks";
import type { Panel } from "../support/panel";
import type { PanelClient } from "../support/session";

/*
 * Tests that secrets stay on the server: the values of settings that are declared as secrets, credentials
 * under any other key, and passwords in URLs.
 */

const base = "/api/panel/config";
const flags = { vip: false, custom: false, deprecated: false };
const document = {
  general: { instanceName: "Harbor-0462" },
  security: { jwtSecret: "a signing secret of enough bytes-0452", requestSignature: "signature/0457+=" },
  cdn: { imageProxyServerUrl: "http://imagor:proxy-0454@127.0.0.1:8000" },
  errorTracking: { endpoint: "https://key:tracking-0458@errors.example.org/1" },
  regions: {
    default: "north",
    available: [
      { id: "north", name: "North", endpoint: "127.0.0.1:3004", ...flags, authToken: "region-0455" },
    ],
  },
  mine: {
    session_cookie: "cookie-0456",
    API_KEY: "key-0459",
    dsn: "dsn-0460",
    peers: [{ pass: "pass-0461" }],
  },
};
const text = JSON.stringify(document, null, 2);
const secrets = [
  "a signing secret of enough bytes-0452",
  "signature/0457+=",
  "proxy-0454",
  "tracking-0458",
  "region-0455",
  "cookie-0456",
  "key-0459",
  "dsn-0460",
  "pass-0461",
];

let panel: Panel;
let client: PanelClient;
/** The number of the file's newest version when these tests start. */
let newest: number;

const read = () => client.json<ConfigSnapshot>(base);
const sendOn = async (method: string, path: string, body: unknown) =>
  client.send(method, `${base}${path}`, body, { "if-match": `"${(await read()).etag}"` });
const set = (path: string, value: unknown) => ({ op: "set", path, value });

const versions = async () => (await client.json<RevisionPage>(`${base}/revisions`)).revisions;

async function everywhere(isBroken = false): Promise<void> {
  const revisions = (await versions()).filter(({ id }) => id > newest);
  expect(revisions).not.toEqual([]);
  const paths = [
    ...["", "/raw", "/export", "/revisions", "/undone", "/schema"].map((path) => `${base}${path}`),
    ...revisions.map(({ id }) => `${base}/revisions/${id}`),
    ...["/", "/settings", "/settings/cdn", "/settings/regions", "/settings/raw", "/settings/other"],
    ...["/settings/reference", "/settings/history", "/settings/import", "/account", "/audit"],
  ];
  for (const path of paths) {
    const answer = await client.fetch(path);
    // The panel refuses to export a broken file without its secrets, because it cannot find them.
    expect([path, answer.status]).toEqual([path, isBroken && path.endsWith("/export") ? 409 : 200]);
    expectNoLeak(path, await answer.text(), secrets);
  }
  expectNoLeak("the log", panel.output(), secrets);
}

test.describe("a panel whose file contains credentials", () => {
  test.beforeAll(async ({ panelWith }) => {
    ({ panel, client } = await panelWith());
    newest = (await versions())[0]?.id ?? 0;
  });
  test.beforeEach(() => panel.replaceConfig(text));

  test("reveals none in pages, responses or logs", async () => {
    await everywhere();
    const operations = [set("cdn.imageProxyServerUrl", "http://imagor:•••@127.0.0.1:8001")];
    const preview = await client.send("POST", `${base}/preview`, { operations });
    expect(preview.status).toBe(200);
    expectNoLeak("a preview", await preview.text(), secrets);
    const changed = { ...document, cdn: { imageProxyServerUrl: "http://imagor:other@127.0.0.1:8000" } };
    const imported = await client.send("POST", `${base}/import`, { text: JSON.stringify(changed) });
    expectNoLeak("an import", JSON.stringify(((await imported.json()) as { changes: unknown }).changes), [
      ...secrets,
      "imagor:other",
    ]);
    await panel.replaceConfig(text.replace('"jwtSecret":', '"jwtSecret:'));
    await everywhere(true);
  });

  test("shows the file's values only on pages about settings", async () => {
    // The instance's name is on every page, so this test does not search for it.
    const values = ["127.0.0.1:3004", "127.0.0.1:8000"];
    const without = [
      "/account",
      "/audit",
      "/operators",
      "/guilds",
      "/users",
      "/applications",
      "/applications/new",
    ];
    for (const path of without) {
      for (const headers of [undefined, { rsc: "1" }]) {
        const answer = await client.fetch(path, { headers });
        expect([path, answer.status]).toEqual([path, 200]);
        const text = await answer.text();
        expect(text).toContain("keeper");
        expectNoLeak(`${path}, ${headers ? "its data" : "its HTML"}`, text, values);
      }
    }
    expect(leakedIn(await (await client.fetch("/settings/regions")).text(), values)).toEqual(values);
  });

  test("preserves the hidden part of an edited value", async () => {
    const { values } = await read();
    const { available } = values.regions as { available: object[] };
    const operations = [
      set("cdn.imageProxyServerUrl", "http://imagor:•••@127.0.0.1:8001"),
      set("regions.default", "south"),
      set("regions.available", [{ ...available[0], id: "south" }]),
    ];
    expect((await sendOn("PATCH", "", { operations })).status).toBe(200);
    const file = JSON.parse(await panel.readConfig()) as typeof document;
    expect(file.cdn.imageProxyServerUrl).toBe("http://imagor:proxy-0454@127.0.0.1:8001");
    expect(file.regions.available[0]).toMatchObject({ id: "south", authToken: "region-0455" });

    const lost = await sendOn("PATCH", "", {
      operations: [set("cdn.endpointPublic", "https://u:•••@cdn.example")],
    });
    expect(lost.status).toBe(422);
    expect(await lost.json()).toMatchObject({ problems: [{ path: "cdn.endpointPublic" }] });

    const copy = await (await client.fetch(`${base}/export`)).text();
    const back = await client.send("POST", `${base}/import`, { text: copy, mode: "replace" });
    expect(await back.json()).toMatchObject({ operations: [], changes: [] });
  });

  test("does not return the text of a broken file to other websites", async () => {
    expect((await client.send("POST", `${base}/raw`, {})).status).toBe(409);
    await panel.replaceConfig(text.slice(0, -1));
    const foreign = { origin: "https://evil.example" };
    expect((await client.send("POST", `${base}/raw`, {}, foreign)).status).toBe(403);
    const shown = await client.send("POST", `${base}/raw`, {});
    expect(shown.headers.get("cache-control")).toBe("no-store");
    expect(((await shown.json()) as { text: string }).text).toBe(text.slice(0, -1));

    const { etag, text: masked } = await client.json<{ etag: string; text: string }>(`${base}/raw`);
    const fixed = await client.send(
      "PUT",
      `${base}/raw`,
      { text: `${masked}}` },
      { "if-match": `"${etag}"` },
    );
    expect(fixed.status).toBe(200);
    expect(await panel.readConfig()).toBe(text);
  });
});

test.describe("the leak check", () => {
  const secret = 'salt "0451" & sea/?';
  const planted: Record<string, string> = {
    "a log line": JSON.stringify({ level: 30, msg: `saved ${secret}` }),
    "an answer": JSON.stringify({ values: { a: secret } }),
    "a page": `<p title="salt &quot;0451&quot; &amp; sea/?">`,
    "data of a page": `<script>push([1, ${JSON.stringify(JSON.stringify({ a: secret }))}])</script>`,
    "an address": `/?next=${encodeURIComponent(secret)}`,
    base64: `Basic ${Buffer.from(secret).toString("base64")}`,
  };
  for (const [place, text] of Object.entries(planted)) {
    test(`reports a planted secret in ${place}`, () => {
      expect(() => expectNoLeak(place, text, ["another", secret])).toThrow(/secrets in/);
      expect(() => expectNoLeak(place, text, ["another"])).not.toThrow();
    });
  }
  test("throws an error if there are no secrets to look for", () => {
    expect(() => expectNoLeak("nowhere", "", [])).toThrow();
  });
});
