import "server-only";
import { onTestFinished } from "vitest";
import { fieldAt } from "@/lib/config/registry";
import type { SettingPath } from "@/lib/config/types";
import type { Db } from "@/lib/db";
import { testDatabase } from "@/lib/db/test-database";
import type { Directory } from "../directory";
import type { Settings } from "./context";
import { localDirectory, Snowflakes } from "./index";

export interface TestDirectory {
  directory: Directory;
  db: Db;
  /** What is set in place of the defaults; read at every call, as the live file is. */
  settings: Partial<Record<SettingPath, unknown>>;
  snowflakes: Snowflakes;
}

/** A directory in a database of its own, gone when the test is over. */
export async function testDirectory(): Promise<TestDirectory> {
  const db = await testDatabase();
  const snowflakes = new Snowflakes(db);
  const secret = "a secret of more than thirty-two bytes";
  const settings: TestDirectory["settings"] = { "security.jwtSecret": secret };
  const get = (path: SettingPath) => (path in settings ? settings[path] : fieldAt(path)?.default);
  const reader = { get } as unknown as Settings;
  onTestFinished(() => snowflakes.stop());
  return {
    directory: localDirectory({
      db,
      snowflakes,
      settings: async () => reader,
      jwtSecret: async () => reader.get("security.jwtSecret"),
    }),
    db,
    settings,
    snowflakes,
  };
}

/** A role of a guild, given to a member of it. */
export async function giveRole(
  { db, snowflakes }: TestDirectory,
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
