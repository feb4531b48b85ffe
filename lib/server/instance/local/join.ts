import "server-only";
import { type NewRow, prepared, type Row, type Tx } from "@/lib/server/db";
import { AppError } from "@/lib/errors";
import type { Settings } from "./context";
import { lockUser } from "./locks";
import { guildsOf, isMember } from "./members";

const insertMember = prepared((db, row: NewRow<"members">) => db.insertInto("members").values(row));

/**
 * Adds a user to a guild unless a limit is reached. The caller must lock the guild and read its row under the lock.
 * Does nothing if the user is already a member.
 * @throws AppError `guild-member-limit`, `bot-guild-limit`
 */
export async function join(
  tx: Tx,
  live: Pick<Settings, "get">,
  guild: Pick<Row<"guilds">, "id" | "member_count">,
  user: { id: string; bot: boolean },
): Promise<void> {
  if (await isMember(tx, guild.id, user.id)) return;
  if (guild.member_count >= live.get("limits.guild.maxMembers")) throw new AppError("guild-member-limit");
  await lockUser(tx, user.id);
  if ((await guildsOf(tx, user.id)) >= live.get("limits.user.maxGuilds"))
    throw new AppError("bot-guild-limit");
  const bot = user.bot ? 1 : 0;
  await insertMember(tx, { guild_id: guild.id, user_id: user.id, bot, joined_at: Date.now() });
}
