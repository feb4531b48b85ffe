import { expect, test } from "../support/instance";
import { operator, type Panel, startPanel } from "../support/panel";
import { PanelClient, sessionIn } from "../support/session";

/*
 * Tests that refused requests are counted, and logged with the client's address and account. A flood of
 * refusals must not fill the log.
 */

const METRICS_TOKEN = "a-token-for-metrics";

let panel: Panel;
test.beforeAll(async () => {
  panel = await startPanel({ env: { METRICS_TOKEN, TRUSTED_PROXIES: "loopback" } });
});
test.afterAll(() => panel.dispose());

interface Line {
  msg?: string;
  securityEvent?: string;
  [field: string]: unknown;
}

const logged = (event: string): Line[] =>
  panel
    .output()
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line) as Line)
    .filter(({ securityEvent }) => securityEvent === event);

async function counted(event: string): Promise<number> {
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
  const text = await (await fetch(`${panel.url}/api/metrics`, { headers })).text();
  return Number(
    new RegExp(`^instance_admin_security_events_total\\{event="${event}"\\} (\\d+)$`, "m").exec(text)?.[1] ??
      0,
  );
}

const from = (address: string) => ({ "x-forwarded-for": address });

const signInAs = (username: string, password: string, address: string) =>
  new PanelClient(panel.url).trySignIn({ username, password }, from(address));

test("refused requests are logged with address and account, and counted", async () => {
  const owner = await sessionIn(panel);
  const viewer = { username: "vera", password: "fog horn at dawn" };
  await owner.addOperator({ ...viewer, role: "viewer" });
  const vera = await PanelClient.signIn(panel, viewer);
  const acts: [event: string, status: number, account: string | null, act: () => Promise<Response>][] = [
    [
      "unauthenticated",
      401,
      null,
      () => fetch(`${panel.url}/api/panel/config`, { headers: from("203.0.113.1") }),
    ],
    [
      "role.refused",
      403,
      viewer.username,
      () => vera.fetch("/api/panel/guilds", { method: "POST", headers: from("203.0.113.1") }),
    ],
    [
      "origin.refused",
      403,
      null,
      () =>
        owner.fetch("/api/panel/guilds", {
          method: "POST",
          headers: { ...from("203.0.113.1"), "sec-fetch-site": "cross-site" },
        }),
    ],
    [
      "input.refused",
      400,
      operator.username,
      () =>
        owner.fetch("/api/panel/guilds", {
          method: "POST",
          headers: { ...from("203.0.113.1"), "content-type": "application/json" },
          body: "{",
        }),
    ],
    ["sign-in.failed", 401, "unknown user", () => signInAs("nobody", "wrong", "203.0.113.1")],
    [
      "operator.password.wrong",
      422,
      operator.username,
      () =>
        owner.fetch("/api/panel/account/password", {
          method: "PUT",
          headers: { ...from("203.0.113.1"), "content-type": "application/json" },
          body: JSON.stringify({ current: "wrong", next: "a new calm harbour" }),
        }),
    ],
  ];
  for (const [event, status, account, act] of acts) {
    expect([event, (await act()).status]).toEqual([event, status]);
    await expect
      .poll(() => logged(event))
      .toMatchObject([{ level: 40, msg: "security event", address: "203.0.113.1", account, status }]);
    expect([event, await counted(event)]).toEqual([event, 1]);
  }
});

test("a flood of refusals from one address is logged once, and every refusal is counted", async () => {
  const before = await counted("unauthenticated");
  for (let nth = 0; nth < 200; nth += 1)
    await fetch(`${panel.url}/api/panel/guilds/${nth}`, { headers: from("198.51.100.9") });
  await expect.poll(() => counted("unauthenticated")).toBe(before + 200);
  expect(logged("unauthenticated").filter(({ address }) => address === "198.51.100.9")).toHaveLength(1);
});

test("a sign-in that is delayed after too many guesses is logged as delayed", async () => {
  for (let nth = 0; nth < 12; nth += 1) await signInAs(operator.username, `wrong ${nth}`, "198.51.100.20");
  await expect
    .poll(() => logged("guesses.exhausted"))
    .toMatchObject([{ address: "198.51.100.20", account: operator.username }]);
});
