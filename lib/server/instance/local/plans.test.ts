import type { Compilable } from "kysely";
import { expect, test } from "vitest";
import { nameKey } from "@/lib/server/db";
import { queryPlan } from "@/testing/query-plan";
import { testInstanceStore } from "@/testing/test-instance-store";
import { rolesOfMember } from "./members";
import { guildPage, rolesWithCounts } from "./panel-guilds";
import { membersByAge, membersByName, rolesOfMembers } from "./panel-members";
import { tokenPage } from "./panel-tokens";
import { userPage } from "./panel-users";
import { newUser } from "./users";

const COUNT = 6_000;
/** The id of both the guild that contains all users and the user who owns all tokens. */
const ID = "1000000000";

type Rows = readonly Record<string, unknown>[];

/**
 * Creates thousands of users. One in thirty is a bot, all are in one guild, and some are in other guilds too. One
 * user has a thousand tokens.
 */
async function bigDirectory() {
  const { db } = await testInstanceStore();
  const insert = async (
    table: "users" | "guilds" | "members" | "roles" | "member_roles" | "user_tokens",
    rows: Rows,
  ) => {
    for (let at = 0; at < rows.length; at += 500)
      await db
        .insertInto(table)
        .values(rows.slice(at, at + 500) as never)
        .execute();
  };
  const ids = Array.from({ length: COUNT }, (_, nth) => String(1_000_000_000 + nth));
  const nameOf = (nth: number) => `Keeper ${String((nth * 7919) % COUNT).padStart(5, "0")}`;
  const isBot = (nth: number) => nth % 30 === 29;
  await insert(
    "users",
    ids.map((id, nth) => newUser({ id, username: nameOf(nth), bot: isBot(nth), rights: "0" }, nth)),
  );
  const guilds = ids.map((id, nth) => ({
    id,
    name: nameOf(nth),
    name_key: nameKey(nameOf(nth)),
    owner_id: id,
    created_at: nth,
  }));
  await insert("guilds", guilds);
  const member = (guild_id: string, user_id: string, nth: number) => ({
    guild_id,
    user_id,
    bot: isBot(nth) ? 1 : 0,
    joined_at: nth,
  });
  await insert("members", [
    ...ids.map((id, nth) => member(ID, id, nth)),
    ...ids.slice(1).map((id, nth) => member(id, id, nth + 1)),
  ]);
  const role = (id: string, nth: number) => ({
    id,
    guild_id: ID,
    name: "role",
    permissions: "0",
    position: nth,
    managed: 0,
    application_id: null,
  });
  await insert("roles", ids.slice(0, 50).map(role));
  await insert(
    "member_roles",
    ids.map((id, nth) => ({ guild_id: ID, user_id: id, role_id: ids[nth % 50] })),
  );
  const tokens = ids.map((id, nth) => ({
    id,
    user_id: nth < 1000 ? ID : ids[nth % 500],
    name: "script",
    created_by: "keeper",
    created_at: nth,
    expires_at: nth,
    last_used_at: null,
    revoked_at: null,
  }));
  await insert("user_tokens", tokens);
  return db;
}

/** Matches plans that read a whole table or sort the result. */
const SLOW = /temp b-tree|\bsort\b|seq scan on (?!roles|api_tokens)|scan \w+$/im;

test("every page of every list is read through an index, without a sort step", async () => {
  const db = await bigDirectory();
  const key = ["keeper 03000", ID] as const;
  const time = [3_000, ID] as const;
  const lists: Record<string, [query: Compilable, index: RegExp]> = {
    guilds: [guildPage(db, ""), /guilds_by_name/],
    "guilds, next page": [guildPage(db, "", key), /guilds_by_name/],
    "guilds by name": [guildPage(db, "KEEPER 04"), /guilds_by_name/],
    "guilds by name, next page": [guildPage(db, "KEEPER 0", key), /guilds_by_name/],
    users: [userPage(db, ""), /users_by_name/],
    "users, next page": [userPage(db, "", key), /users_by_name/],
    "users by name": [userPage(db, "KEEPER 04"), /users_by_name/],
    "users by name, next page": [userPage(db, "KEEPER 0", key), /users_by_name/],
    members: [membersByAge(db, ID, false), /members_by_age/],
    "members, next page": [membersByAge(db, ID, false, time), /members_by_age/],
    "members by name": [membersByName(db, ID, { bots: false, search: "keeper 04" }), /users_by_name/],
    "members by name, next page": [
      membersByName(db, ID, { bots: false, search: "keeper 0" }, key),
      /users_by_name/,
    ],
    bots: [membersByAge(db, ID, true), /members_by_age/],
    "bots, next page": [membersByAge(db, ID, true, time), /members_by_age/],
    tokens: [tokenPage(db, ID), /user_tokens_by_user/],
    "tokens, next page": [tokenPage(db, ID, time), /user_tokens_by_user/],
  };
  for (const [name, [query, index]] of Object.entries(lists)) {
    const plan = await queryPlan(db, query);
    expect(plan, name).toMatch(index);
    expect(plan, name).not.toMatch(SLOW);
  }
  // This query may sort its rows, because a few members have only a few roles. But it must find them through
  // an index.
  const roles = await queryPlan(db, rolesOfMembers(db, ID, ["1000000001", "1000000002"]));
  expect(roles).toMatch(/member_roles_pkey|sqlite_autoindex_member_roles/);
  const own = await queryPlan(db, rolesOfMember(db, { guildId: ID, userId: "1000000001" }));
  expect(own).toMatch(/roles_pkey|sqlite_autoindex_roles_1/);
  expect(await queryPlan(db, rolesWithCounts(db, ID))).toMatch(/member_roles_by_role/);
});
