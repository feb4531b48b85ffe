import "server-only";
import { type Db } from "@/lib/server/db";

/** Counts people and guilds. Bots are not counted, and the local store has no messages. */
export async function countDirectory(db: Db): Promise<{ users: number; guilds: number }> {
  const { users } = await db
    .selectFrom("users")
    .where("deleted", "=", 0)
    .where("bot", "=", 0)
    .select(({ fn }) => fn.countAll<number | string>().as("users"))
    .executeTakeFirstOrThrow();
  const { guilds } = await db
    .selectFrom("guilds")
    .select(({ fn }) => fn.countAll<number | string>().as("guilds"))
    .executeTakeFirstOrThrow();
  return { users: Number(users), guilds: Number(guilds) };
}
