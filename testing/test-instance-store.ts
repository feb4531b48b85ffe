import "server-only";
import { audit, theRooms } from "./rooms";
import { onTestFinished } from "vitest";
import { fieldAt } from "@/lib/shared/settings/registry";
import type { SettingPath } from "@/lib/shared/settings/types";
import type { Db } from "@/lib/server/db";
import { testDatabase } from "./test-database";
import { byOperator } from "@/lib/shared/author";
import type { Instance } from "@/lib/server/instance";
import type { Settings } from "@/lib/server/instance/local/context";
import { type InstanceStore, localInstance, localInstanceStore } from "@/lib/server/instance/local";
import { Snowflakes } from "@/lib/server/instance/local/snowflakes";

export interface TestInstanceStore {
  store: InstanceStore;
  /** Returns the instance for requests by the operator "keeper", who acts as the user with this id. */
  as: (userId: string) => Instance;
  db: Db;
  /** Settings that differ from the defaults. They are read on every call, like the live file. */
  settings: Partial<Record<SettingPath, unknown>>;
  snowflakes: Snowflakes;
}

/** Returns a store with a separate database, which is removed when the test ends. */
export async function testInstanceStore(): Promise<TestInstanceStore> {
  const db = await testDatabase();
  const snowflakes = new Snowflakes(db);
  const secret = "a secret of more than thirty-two bytes";
  const settings: TestInstanceStore["settings"] = { "security.jwtSecret": secret };
  const get = (path: SettingPath) => (path in settings ? settings[path] : fieldAt(path)?.default);
  const reader = { get } as unknown as Settings;
  onTestFinished(() => snowflakes.stop());
  const local = {
    db,
    snowflakes,
    audit: audit(),
    log: theRooms().log,
    settings: async () => reader,
    jwtSecret: async () => reader.get("security.jwtSecret"),
  };
  const as = (userId: string) =>
    localInstance({
      ...local,
      userId,
      actor: byOperator("keeper"),
      operators: async () => [],
      inviteUrl: (botId) => ({ url: `https://panel.example/invite/${botId}`, at: "panel" }),
    });
  return { store: localInstanceStore(local), as, db, settings, snowflakes };
}

export async function giveRole(
  { db, snowflakes }: TestInstanceStore,
  guildId: string,
  userId: string,
  permissions: bigint,
): Promise<string> {
  await snowflakes.ready();
  const id = snowflakes.next();
  const role = {
    id,
    guild_id: guildId,
    name: "role",
    permissions: permissions.toString(),
    position: 1,
    managed: 0,
  };
  await db
    .insertInto("roles")
    .values({ ...role, application_id: null })
    .execute();
  await db.insertInto("member_roles").values({ guild_id: guildId, user_id: userId, role_id: id }).execute();
  return id;
}

export async function addMember(db: Db, guildId: string, userId: string): Promise<void> {
  await db
    .insertInto("members")
    .values({ guild_id: guildId, user_id: userId, joined_at: Date.now() })
    .execute();
}

/** Returns a member's roles, without @everyone. */
export async function rolesOf(db: Db, guildId: string, userId: string) {
  const rows = await db
    .selectFrom("member_roles")
    .innerJoin("roles", "roles.id", "member_roles.role_id")
    .select(["roles.name", "roles.permissions", "roles.managed"])
    .where("member_roles.guild_id", "=", guildId)
    .where("member_roles.user_id", "=", userId)
    .execute();
  return rows.map(({ name, permissions, managed }) => ({
    name,
    permissions: BigInt(permissions),
    managed: managed === 1,
  }));
}
