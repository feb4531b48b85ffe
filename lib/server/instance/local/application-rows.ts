import "server-only";
import { type Db, nameKey, prepared, type Row, type Tx } from "@/lib/server/db";
import { isSnowflake } from "@/lib/shared/chat/snowflake";
import type { BotChanges } from "@/lib/shared/contract/bots";
import type { NamedUser } from "@/lib/shared/contract/fields";
import { AppError } from "@/lib/errors";
import { applicationForUpdate, guildForUpdate, lockGuildsOf, type Settings, userForUpdate } from "./context";
import { normalizeName, normalizeText } from "./names";
import { endTokens, issueSecond, signToken } from "./tokens";

export interface Application {
  id: string;
  name: string;
  description: string;
  icon: string | null;
  botPublic: boolean;
  flags: number;
  owner: NamedUser;
  bot: NamedUser | null;
  /** ms since 1970 */
  createdAt: number;
}

/** Omitted fields are not changed. A bot always has its application's name. */
export type BotEdit = Omit<BotChanges, "username">;

export const changedIn = (edit: BotEdit): string[] =>
  (["name", "description", "public"] as const).filter((key) => edit[key] !== undefined);

export const applicationsWithNames = (db: Db | Tx) =>
  db
    .selectFrom("applications")
    .innerJoin("users as owner", "owner.id", "applications.owner_id")
    .leftJoin("users as bot", "bot.id", "applications.bot_user_id")
    .selectAll("applications")
    .select(["owner.username as owner_username", "bot.username as bot_username"]);

export function asApplication(
  row: Row<"applications"> & { owner_username: string; bot_username: string | null },
): Application {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    icon: row.icon,
    botPublic: row.bot_public === 1,
    flags: row.flags,
    owner: { id: row.owner_id, username: row.owner_username },
    bot: row.bot_username === null ? null : { id: row.id, username: row.bot_username },
    createdAt: row.created_at,
  };
}

const applicationById = prepared((db, { id }: { id: string }) =>
  applicationsWithNames(db).where("applications.id", "=", id),
);

export async function applicationRow(db: Db | Tx, id: string) {
  return isSnowflake(id) ? (await applicationById(db, { id }))[0] : undefined;
}

const notFound = () =>
  new AppError("unknown-application", "This bot does not exist any more. Go back to the list of bots.");

/** @throws AppError `unknown-application` */
export async function findApplication(db: Db | Tx, id: string): Promise<Application> {
  const row = await applicationRow(db, id);
  if (!row) throw notFound();
  return asApplication(row);
}

export async function lockApplication(tx: Tx, id: string): Promise<Row<"applications">> {
  const row = isSnowflake(id) ? await applicationForUpdate(tx, id) : undefined;
  if (!row) throw notFound();
  return row;
}

/** Maximum length in characters. Other servers with this API use the same maximum. */
export const LONGEST_DESCRIPTION = 400;

/** The caller must lock the application. @returns the number of guilds that the bot left */
export async function leave(tx: Tx, id: string, guildId?: string): Promise<number> {
  await (guildId === undefined ? lockGuildsOf(tx, id) : guildForUpdate(tx, guildId));
  const members = tx.selectFrom("members").select("guild_id").where("user_id", "=", id);
  const from = guildId === undefined ? members : members.where("guild_id", "=", guildId);
  await tx.deleteFrom("member_roles").where("user_id", "=", id).where("guild_id", "in", from).execute();
  await tx.deleteFrom("roles").where("application_id", "=", id).where("guild_id", "in", from).execute();
  const removed = await tx
    .deleteFrom("members")
    .where("user_id", "=", id)
    .where("guild_id", "in", from)
    .executeTakeFirstOrThrow();
  return Number(removed.numDeletedRows);
}

/** @throws AppError `invalid-input` at `name`, `description` */
export function changesFor({ name, description, public: isPublic }: BotEdit, settings: Settings) {
  return {
    ...(name !== undefined && { name: normalizeName(name, settings.get("limits.user.maxUsername")) }),
    ...(description !== undefined && {
      description: normalizeText(description, LONGEST_DESCRIPTION, "description"),
    }),
    ...(isPublic !== undefined && { bot_public: isPublic ? 1 : 0 }),
  };
}

/** The caller must lock it. A new name also renames the bot's user and roles. */
export async function changeApplication(
  tx: Tx,
  id: string,
  changes: ReturnType<typeof changesFor>,
): Promise<Application> {
  if (Object.keys(changes).length > 0)
    await tx.updateTable("applications").set(changes).where("id", "=", id).execute();
  if (changes.name !== undefined) {
    const called = changes.name;
    await tx
      .updateTable("users")
      .set({ username: called, username_key: nameKey(called) })
      .where("id", "=", id)
      .execute();
    await tx.updateTable("roles").set({ name: called }).where("application_id", "=", id).execute();
  }
  return findApplication(tx, id);
}

/** The caller must lock the application. */
export async function removeApplication(tx: Tx, id: string): Promise<Application> {
  const application = await findApplication(tx, id);
  await leave(tx, id);
  await tx.deleteFrom("application_icons").where("application_id", "=", id).execute();
  await tx.deleteFrom("applications").where("id", "=", id).execute();
  // The user's row remains, so that its id is never reused. Tokens of deleted users are refused.
  await tx.updateTable("users").set({ deleted: 1 }).where("id", "=", id).execute();
  return application;
}

export function botToken(key: string | null, id: string, validSince: number): { token: string } {
  return { token: signToken(key, { userId: id, issuedAt: issueSecond(validSince), unique: true }) };
}

/** @throws AppError `application-has-no-bot` */
export async function renewToken(
  tx: Tx,
  key: string | null,
  { id, bot_user_id }: { id: string; bot_user_id: string | null },
): Promise<{ token: string }> {
  const bot = bot_user_id === null ? undefined : await userForUpdate(tx, bot_user_id);
  if (!bot) throw new AppError("application-has-no-bot");
  return botToken(key, id, await endTokens(tx, bot));
}
