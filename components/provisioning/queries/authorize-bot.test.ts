import { afterEach, expect, test, vi } from "vitest";
import { authorizeBot } from "./authorize-bot";
import { checkToken } from "./connect-account";
import { type InstanceError, TokenRefused } from "./instance-error";
import { type InstanceAccess, remoteAccess } from "./instance-access";

afterEach(() => vi.unstubAllGlobals());

type Reply = [status: number, body: unknown] | "lost";
const remote = { url: "https://chat.example.org/api", version: "9" };
const input = { applicationId: "11", guildId: "22", permissions: 8n };

/** An instance that gives these answers, one after another. */
function instance(...replies: Reply[]) {
  const asked: string[] = [];
  const refused = vi.fn();
  vi.stubGlobal("fetch", (url: string, { method }: { method: string }) => {
    asked.push(`${method} ${url}`);
    const reply = replies.shift();
    if (reply === undefined) throw new Error(`nobody answers ${url}`);
    if (reply === "lost") return Promise.resolve(Response.json({ message: "Bad Gateway" }, { status: 502 }));
    return Promise.resolve(Response.json(reply[1], { status: reply[0] }));
  });
  const access: InstanceAccess = remoteAccess(remote, "token", refused);
  return { asked, refused, authorize: () => authorizeBot(access, input) };
}

const rejection = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

test("an answer with 40001 means that the account has to be connected again, whatever its status", async () => {
  const body = { code: 40001, message: "Unauthorized" };
  const { authorize, refused } = instance([400, body], [400, body]);
  expect(await rejection(authorize())).toBeInstanceOf(TokenRefused);
  expect(refused).toHaveBeenCalledOnce();
  expect(await rejection(checkToken(remote, "token"))).toMatchObject({
    message: expect.stringMatching(/does not accept the token/) as string,
  });
});

test("a bot that is a member already is told as such, and no other refusal is", async () => {
  const already = instance([400, { code: 400, message: "You are already a member of this guild" }]);
  expect(await already.authorize()).toEqual({ kind: "was-member" });
  const other = instance([400, { code: 50010, message: "This bot does not exist" }]);
  expect(await rejection(other.authorize())).toMatchObject({ code: 50010 });
  expect(other.refused).not.toHaveBeenCalled();
});

test("after a lost answer, the instance is asked whether the bot is in the guild", async () => {
  const found = instance("lost", [200, { user: { id: "11" } }]);
  expect(await found.authorize()).toEqual({ kind: "found" });
  expect(found.asked).toEqual([
    "POST /api/panel/instance/v9/oauth2/authorize?client_id=11",
    "GET /api/panel/instance/v9/guilds/22/members/11",
  ]);

  const absent = await rejection(instance("lost", [404, { code: 404, message: "not found" }]).authorize());
  expect(absent).toMatchObject({ hadNoEffect: true });
  expect((absent as InstanceError).message).toContain("says that the bot is not in the guild. Try again.");

  for (const reply of [
    "lost",
    [404, { code: 0, message: "404: Not Found" }],
    [403, { code: 50001, message: "x" }],
  ]) {
    const unsure = await rejection(instance("lost", reply as Reply).authorize());
    expect((unsure as InstanceError).message).toContain("Look at the guild's members before you try again.");
    expect(unsure).toMatchObject({ hadNoEffect: false });
  }
});

test("a request that certainly had no effect asks nothing further", async () => {
  const { authorize, asked } = instance([403, { code: 50013, message: "Missing Permissions" }]);
  expect(await rejection(authorize())).toMatchObject({ code: 50013 });
  expect(asked).toHaveLength(1);
});
