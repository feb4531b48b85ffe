import { PanelClient } from "../support/session";
import { expect, test } from "../support/shared-panel";

const password = "a lantern on the pier";

test("who guesses the present password has to wait, and keeps nobody from signing in", async ({
  panelWith,
}) => {
  const { panel, client: keeper } = await panelWith();
  const guesser = { username: "guesser", password };
  expect((await keeper.send("POST", "/api/panel/operators", guesser)).status).toBe(201);
  const client = await PanelClient.signIn(panel, guesser);
  const guess = () =>
    client.send("PUT", "/api/panel/account/password", {
      current: "a wrong guess",
      next: "fog horn at dawn",
    });
  const answers = await Promise.all(Array.from({ length: 40 }, guess));
  const judged = answers.filter(({ status }) => status === 422);
  expect(judged.length).toBeGreaterThanOrEqual(10);
  // The second that the tenth one costs may pass meanwhile.
  expect(judged.length).toBeLessThanOrEqual(13);
  const refused = answers.find(({ status }) => status === 429);
  expect(Number(refused?.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
  expect(await refused?.json()).toMatchObject({
    code: "rate-limited",
    detail: expect.stringMatching(/wrong too often\. Try again in \d+ seconds?\.$/),
  });
  await PanelClient.signIn(panel, guesser);
});

/** What next-auth's sign-in says went wrong. */
const errorOf = async (answer: Response): Promise<string | null> =>
  new URL(((await answer.json()) as { url: string }).url).searchParams.get("error");

test("another spelling of a name is the same account, and the right password waits as well", async ({
  panelWith,
}) => {
  const security = { trustedProxies: "loopback", forwardedFor: "X-Forwarded-For" };
  const { panel, client } = await panelWith(JSON.stringify({ security }));
  const known = { username: "ops", password };
  expect((await client.send("POST", "/api/panel/operators", known)).status).toBe(201);
  const names = ["ops", "ｏｐｓ", "OPS", "ｏPs "];
  // From an address of its own, which nobody else signs in from.
  const visitor = new PanelClient(panel.url, new Map(), { "x-forwarded-for": "203.0.113.9" });
  const guesses = await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      visitor.trySignIn({ username: names[index % 4]!, password: "a wrong guess" }),
    ),
  );
  const errors = await Promise.all(guesses.map(errorOf));
  const judged = errors.filter((error) => error === "CredentialsSignin").length;
  expect(judged).toBeGreaterThanOrEqual(10);
  expect(judged).toBeLessThanOrEqual(13);
  for (const error of errors) expect(error).toMatch(/^(CredentialsSignin|throttled:\d+)$/);
  // Each further wrong guess costs twice as long. Once that is some seconds, the right password comes in time to wait.
  const secondsToWait = async () => {
    const error = await errorOf(await visitor.trySignIn({ username: "OPS", password: "a wrong guess" }));
    return Number(/^throttled:(\d+)$/.exec(error ?? "")?.[1] ?? 0);
  };
  await expect.poll(secondsToWait, { intervals: [250], timeout: 60_000 }).toBeGreaterThanOrEqual(4);
  const late = await visitor.trySignIn(known);
  expect(late.status).toBe(401);
  expect(await late.text()).toContain("throttled");
});
