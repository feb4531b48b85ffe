import { describe, expect, it } from "vitest";
import { type Answer, failure, NOT_FOUND, simulatedInstance } from "@/testing/simulated-instance";
import { rightsIn } from "./guilds";

const MANAGE = String(0x20);
const guilds = "GET /users/@me/guilds";
/** Returns a page of 200 guilds with consecutive ids, starting at `first`. */
const pageFrom = (first: number) =>
  Array.from({ length: 200 }, (_, nth) => ({ id: String(first + nth), name: `Guild ${first + nth}` }));

describe("the guilds of an account", () => {
  it("are sorted by the account's rights and then by name", async () => {
    const { guilds: subject } = await simulatedInstance({
      [guilds]: [
        200,
        [
          { id: "1", name: "Other", permissions: "0" },
          { id: "2", name: "Unknown" },
          { id: "3", name: "Managed 10", permissions: MANAGE },
          { id: "4", name: "Managed 9", permissions: Number(MANAGE) },
          { id: "5", name: "Owned", owner_id: "7" },
          { id: "6", permissions: "0" },
          { name: "Without an id" },
          "garbage",
        ],
      ],
    });
    const all = await subject.all(false);
    expect(all.map(({ name, manageable, permissions }) => [name, manageable, permissions])).toEqual([
      ["Owned", true, String(2n ** 64n - 1n)],
      ["Managed 9", true, MANAGE],
      ["Managed 10", true, MANAGE],
      ["Unknown", null, null],
      ["Guild 6", false, "0"],
      ["Other", false, "0"],
    ]);
    expect(all.map(({ owner }) => owner?.username ?? null)).toEqual(["mara", ...Array<null>(5).fill(null)]);
    expect(all[0]).toMatchObject({ id: "5", memberCount: null, createdAt: "2015-01-01T00:00:00.000Z" });
    expect((await subject.all(true)).map(({ name }) => name)).toEqual([
      "Owned",
      "Managed 9",
      "Managed 10",
      "Unknown",
    ]);
    const found = async (search: string) => (await subject.page({ search })).guilds.map(({ name }) => name);
    expect(await found(" managed ")).toEqual(["Managed 9", "Managed 10"]);
    expect(await found("1")).toEqual(["Managed 10", "Other"]);
    expect((await subject.page({})).next).toBeNull();
  });

  it("are read in pages, each starting after the greatest id of the previous page", async () => {
    const { guilds: subject, asked } = await simulatedInstance({
      [guilds]: [
        [200, [...pageFrom(1_000).slice(100), ...pageFrom(1_000).slice(0, 100)]],
        [
          200,
          [
            { id: "2000", name: "Last" },
            { id: "1000", name: "Again" },
          ],
        ],
      ],
    });
    const all = await subject.all(false);
    expect([all.length, all.filter(({ id }) => id === "1000").map(({ name }) => name)]).toEqual([
      201,
      ["Guild 1000"],
    ]);
    expect(asked.map(([route]) => route)).toEqual([`${guilds}?limit=200`, `${guilds}?limit=200&after=1199`]);
  });

  it("are read only once if the instance ignores the requested page", async () => {
    const { guilds: subject, asked } = await simulatedInstance({ [guilds]: [200, pageFrom(1)] });
    expect(await subject.all(false)).toHaveLength(200);
    expect(asked).toHaveLength(2);
  });

  it("are read from at most a hundred pages", async () => {
    const page = (nth: number) => pageFrom(1_000 * (nth + 1)).map(({ id }) => ({ id, name: "Pier" }));
    const pages = Array.from({ length: 101 }, (_, nth): Answer => [200, page(nth)]);
    const { guilds: subject, asked } = await simulatedInstance({ [guilds]: pages });
    expect(await subject.all(false)).toHaveLength(20_000);
    expect(asked).toHaveLength(100);
  });

  it("are not offered if the instance does not list them", async () => {
    const { guilds: subject } = await simulatedInstance({});
    const error = await failure(subject.all(true));
    expect([error.code, error.message]).toEqual([
      "not-offered",
      "Your instance does not list an account's guilds. Enter a guild's id.",
    ]);
  });
});

describe("a guild", () => {
  const guild = { id: "9", name: "Harbor" };
  it("contains the values that the instance reports, with the highest role first", async () => {
    const { guilds: subject } = await simulatedInstance({
      "GET /guilds/9": [
        200,
        {
          ...guild,
          owner_id: "8",
          member_count: 5,
          roles: [
            { id: "9", name: "@everyone", permissions: 8, position: 0 },
            { id: "10", name: "Crew", permissions: "32", position: 1, managed: true },
          ],
        },
      ],
    });
    expect(await subject.get("9")).toMatchObject({
      name: "Harbor",
      owner: { id: "8", username: "8" },
      memberCount: 5,
      manageable: null,
      roles: [
        { id: "10", name: "Crew", permissions: "32", managed: true },
        { id: "9", name: "@everyone", permissions: "8", managed: false },
      ],
    });
  });

  it("has no owner, member count or roles if the instance does not report them", async () => {
    const { guilds: subject } = await simulatedInstance({
      "GET /guilds/9": [
        [200, { ...guild, roles: "none" }],
        [200, { ...guild, owner_id: "7", approximate_member_count: 3 }],
      ],
    });
    expect(await subject.get("9")).toMatchObject({ owner: null, memberCount: null, roles: [] });
    expect(await subject.get("9")).toMatchObject({ owner: { id: "7", username: "mara" }, memberCount: 3 });
  });

  const notMember: Answer = [
    401,
    { code: 401, message: "You are not a member of the guild you are trying to access" },
  ];

  it("is requested as the connected account first, with its roles and its owner's name", async () => {
    const { guilds: subject, asked } = await simulatedInstance({
      "GET /guilds/9": [200, { ...guild, owner_id: "8" }],
      "GET /guilds/9/roles": [200, [{ id: "9", name: "@everyone", permissions: "8" }]],
      "GET /users/8": [200, { id: "8", username: "gull" }],
      "operator GET /guilds/9": [500, {}],
    });
    expect(await subject.get("9")).toMatchObject({
      answeredBy: "account",
      owner: { id: "8", username: "gull" },
      roles: [{ name: "@everyone", permissions: "8" }],
    });
    expect(asked.map(([route]) => route)).toEqual(["GET /guilds/9", "GET /guilds/9/roles", "GET /users/8"]);
  });

  it("is requested with the operator token if the connected account is not a member", async () => {
    const { guilds: subject } = await simulatedInstance({
      "GET /guilds/9": notMember,
      "operator GET /guilds/9": [200, { ...guild, owner_id: "7" }],
    });
    expect(await subject.get("9")).toMatchObject({
      name: "Harbor",
      answeredBy: "operator",
      owner: { id: "7", username: "mara" },
    });
  });

  it.each([
    [true, "Neither mara nor the operator token's account is a member"],
    [false, "mara is not a member"],
  ])("says who is not a member if nobody sees it (operator token: %s)", async (hasOperatorToken, who) => {
    const { guilds: subject } = await simulatedInstance({ "GET /guilds/9": notMember }, { hasOperatorToken });
    expect((await failure(subject.get("9"))).message).toBe(
      `The instance does not show this guild. ${who}, or the guild does not exist. Check the id, or connect an account that is a member.`,
    );
  });

  it.each<[string, Answer, string]>([
    ["fails", [500, {}], "bad-gateway"],
    ["refuses the account's token", [401, { code: 0, message: "401: Unauthorized" }], "account-required"],
  ])("is not requested with the operator token if the instance %s", async (_, answer, code) => {
    const { guilds: subject, asked } = await simulatedInstance({ "GET /guilds/9": answer });
    expect(await failure(subject.get("9"))).toMatchObject({ code });
    expect(asked).toHaveLength(1);
  });

  it("is refused without a request if its id is not a snowflake", async () => {
    const { guilds: subject, asked } = await simulatedInstance({});
    expect(await failure(subject.get("../users"))).toMatchObject({ code: "unknown-guild" });
    expect(asked).toEqual([]);
  });
});

describe("creating a guild", () => {
  const create = (answer: Answer) => simulatedInstance({ "POST /guilds": answer });

  it("is recorded with the guild's id and name from the instance's answer", async () => {
    const renamed = await create([201, { id: "9", name: "Harbor 2" }]);
    expect(await renamed.guilds.create("Harbor")).toEqual({ id: "9", name: "Harbor 2" });
    expect(renamed.asked).toEqual([["POST /guilds", { name: "Harbor" }]]);
    expect(renamed.recorded).toEqual([{ action: "guild.create", target: "Harbor 2", detail: { id: "9" } }]);
    const unnamed = await create([201, { id: "9" }]);
    expect(await unnamed.guilds.create("Harbor")).toEqual({ id: "9", name: "Harbor" });
  });

  it("explains a lost answer or a missing route in its error", async () => {
    const lost = await failure((await create("lost")).guilds.create("Harbor"));
    expect(lost.message).toMatch(/The guild may have been created\. Check the list first\.$/);
    const missing = await failure((await create(NOT_FOUND)).guilds.create("Harbor"));
    expect([missing.code, missing.message]).toEqual([
      "not-offered",
      "Your instance's API cannot create guilds. Create the guild with a client.",
    ]);
  });

  it("is offered, but changing or deleting a guild is not", async () => {
    const { guilds: subject } = await simulatedInstance({});
    for (const refused of [subject.rename("9", "x"), subject.delete("9"), subject.members("9", {})])
      expect(await failure(refused)).toMatchObject({ code: "not-offered" });
  });
});

describe("a user", () => {
  const UNKNOWN: Answer = [404, { code: 10013, message: "Unknown User" }];

  it("is read from the profile if the request by id returns no user", async () => {
    const { users } = await simulatedInstance({
      "GET /users/5": [
        [200, { id: "5", username: "gull", bot: true, rights: 8 }],
        [200, { odd: true }],
        NOT_FOUND,
      ],
      "GET /users/5/profile": [200, { user: { id: "5", username: "gull", rights: "?" } }],
    });
    expect(await users.get("5")).toMatchObject({ username: "gull", bot: true, rights: "8", isSelf: false });
    for (const _ of [1, 2])
      expect(await users.get("5")).toMatchObject({ username: "gull", bot: false, rights: null });
  });

  it("is the connected account if the ids are the same", async () => {
    const { users } = await simulatedInstance({ "GET /users/7": [200, { id: "7", username: "mara" }] });
    expect(await users.get("7")).toMatchObject({ isSelf: true, disabled: false, guildCount: null });
  });

  it("is reported as not found only if the instance can look up users by id", async () => {
    const { users } = await simulatedInstance({ "GET /users/5": [UNKNOWN, [500, {}]] });
    const words = "The instance has no user with this id. Check the id.";
    expect(await failure(users.get("five"))).toMatchObject({ code: "not-found", message: words });
    expect(await failure(users.get("5"))).toMatchObject({ code: "not-found", message: words });
    expect(await failure(users.get("5"))).toMatchObject({ code: "bad-gateway" });
    expect(await failure(users.get("6"))).toMatchObject({
      code: "not-offered",
      message: "Your instance does not return users by id.",
    });
  });

  it("has an unknown state if the answer to a ban request is lost", async () => {
    const user: Answer = [200, { id: "5", username: "gull" }];
    const there = await simulatedInstance({ "GET /users/5": user, "POST /users/5/delete": "lost" });
    expect((await failure(there.users.ban("5", "spam"))).message).toContain(
      "The user may have been deleted. Look up the user before you try again.",
    );
    const unclear = await simulatedInstance({
      "GET /users/5": [user, [500, {}]] as Answer[],
      "POST /users/5/delete": "lost",
    });
    expect((await failure(unclear.users.ban("5", "spam"))).message).toContain(
      "The user may have been deleted.",
    );
    const banned = await simulatedInstance({ "GET /users/5": user, "POST /users/5/delete": [204, null] });
    await banned.users.ban("5", "spam");
    expect(banned.recorded).toMatchObject([{ action: "user.ban", id: "5", target: "gull" }]);
    expect(banned.asked.at(-1)).toEqual([
      "POST /users/5/delete",
      { reason: "spam", persistInstanceBan: true },
    ]);
    const unable = await simulatedInstance({ "GET /users/5": user });
    expect((await failure(unable.users.ban("5", "spam"))).message).toBe(
      "Your instance's API cannot delete users.",
    );
  });
});

describe("registration tokens", () => {
  const route = "GET /auth/generate-registration-tokens";

  it("are created with links", async () => {
    const { tokens, asked, recorded } = await simulatedInstance(
      { [route]: [200, { tokens: ["abc"] }] },
      { frontPage: "https://chat.example.org" },
    );
    expect(await tokens.create({ count: 1, length: 12 })).toEqual([
      { token: "abc", link: "https://chat.example.org/register?token=abc" },
    ]);
    expect(asked).toEqual([[`${route}?count=1&length=12&include_url=true`]]);
    expect(recorded).toMatchObject([{ action: "registration-tokens.create", detail: { count: 1 } }]);
  });

  it.each<[string, Answer, string, RegExp]>([
    [
      "the account lacks the right",
      [403, { code: 50013, message: "No" }],
      "missing-permissions",
      /needs the CREATE_/,
    ],
    [
      "the instance refuses the request",
      [403, { code: 7, message: "No" }],
      "missing-permissions",
      /needs the CREATE_/,
    ],
    [
      "the instance refuses the request with another status",
      [400, { code: 50013, message: "No" }],
      "missing-permissions",
      /needs the CREATE_/,
    ],
    [
      "the instance lacks the route",
      NOT_FOUND,
      "not-offered",
      /^Your instance does not support registration tokens\./,
    ],
    ["the answer is lost", "lost", "bad-gateway", /Tokens may have been created but cannot be shown\./],
    ["the answer has none", [200, {}], "bad-gateway", /Tokens may have been created but cannot be shown\./],
    ["the number is invalid", [400, { code: 50035, message: "Bad." }], "invalid-input", /^Bad\./],
  ])("are not returned, and the error explains why, if %s", async (_, answer, code, words) => {
    const { tokens } = await simulatedInstance({ [route]: answer });
    const error = await failure(tokens.create({ count: 1, length: 12 }));
    expect([error.code, error.message]).toEqual([code, expect.stringMatching(words)]);
  });
});

const quay = { id: "1104236891374919680", name: "Quay" };

describe("a guild in the account's list", () => {
  it.each([
    ["as its owner", { owner: true, permissions: "0" }, String(2n ** 64n - 1n)],
    ["as its owner by id", { owner_id: "7" }, String(2n ** 64n - 1n)],
    ["with Manage guild", { owner: false, permissions: "32" }, "32"],
    ["with Administrator", { owner: false, permissions: "8" }, "8"],
    [
      "with a permission set above 2^53",
      { owner: false, permissions: "9007199254741025" },
      "9007199254741025",
    ],
    ["with permissions as a number, as in versions below 8", { owner: false, permissions: 33 }, "33"],
    ["with all permissions in `permissions_new`", { permissions: 0, permissions_new: "32" }, "32"],
  ])("can be managed %s", (_, members, permissions) => {
    expect(rightsIn({ ...quay, ...members }, "7")).toMatchObject({ permissions });
  });

  it("is omitted if the account may not manage it", () => {
    expect(rightsIn({ ...quay, owner: false, permissions: "3072" }, "7")).toBeNull();
  });

  it("is included if the account's permissions in it are unknown", () => {
    const answer = { isOwner: false, permissions: null };
    expect(rightsIn({ ...quay, owner: false }, "7")).toEqual(answer);
    expect(rightsIn({ ...quay, owner: false, permissions: 2 ** 60 }, "7")).toEqual(answer);
    expect(rightsIn({ ...quay, owner_id: "8" }, "7")).toEqual(answer);
    expect(rightsIn({ ...quay, owner_id: "7" }, null)).toEqual(answer);
    expect(rightsIn({ ...quay, owner_id: null }, null)).toEqual(answer);
    for (const permissions of ["x8", "8x", "1".repeat(21)])
      expect(rightsIn({ ...quay, permissions_new: permissions }, "7")).toEqual(answer);
  });

  it.each([[null], ["guild"], [{ name: "no id" }], [{ id: "12x", name: "x", owner: true }]])(
    "cannot be managed if the entry is %j",
    (entry) => expect(rightsIn(entry, "7")).toBeNull(),
  );
});
