import "server-only";
import { type Db, prepared, type Row, type Tx } from "@/lib/server/db";
import { isSnowflake } from "@/lib/shared/chat/snowflake";
import { AppError } from "@/lib/errors";
import type { Application } from "./types";
import { applicationForUpdate } from "./locks";

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

/** Returns an application with the names of its owner and its bot. Undefined if the application does not exist. */
export async function applicationRow(db: Db | Tx, id: string) {
  return isSnowflake(id) ? (await applicationById(db, { id }))[0] : undefined;
}

const gone = () =>
  new AppError("unknown-application", "This bot does not exist any more. Go back to the list of bots.");

/** @throws AppError `unknown-application` */
export async function findApplication(db: Db | Tx, id: string): Promise<Application> {
  const row = await applicationRow(db, id);
  if (!row) throw gone();
  return asApplication(row);
}

export async function lockApplication(tx: Tx, id: string): Promise<Row<"applications">> {
  const row = isSnowflake(id) ? await applicationForUpdate(tx, id) : undefined;
  if (!row) throw gone();
  return row;
}
