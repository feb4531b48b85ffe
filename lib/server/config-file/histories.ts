import "server-only";
import { sql } from "kysely";
import type { FileHistories } from "@/lib/shared/contract/config";
import { AppError } from "@/lib/errors";
import type { Database, Tx } from "@/lib/server/db";
import { type OpenFile, readAndRecord, whileLocked } from "./open-file";
import { isAnotherFile, newFile } from "./identity";

export async function listHistories(config: OpenFile): Promise<FileHistories> {
  const { db } = config;
  const { etag } = await readAndRecord(config);
  const { id: current, basis, since } = await config.identity.get();
  const [files, paths] = await Promise.all([
    db
      .selectFrom("config_files")
      .leftJoin("config_revisions", (join) =>
        join.onRef("file_id", "=", "config_files.id").on("state", "=", "saved"),
      )
      .groupBy("config_files.id")
      .orderBy("config_files.id", "desc")
      .select(({ fn }) => [
        "config_files.id as id",
        fn.count<number | string>("etag").as("versions"),
        fn.max("config_revisions.created_at").as("newest"),
        sql<number | null>`max(case when etag = ${etag} then 1 else 0 end)`.as("holds"),
      ])
      .execute(),
    db.selectFrom("config_paths").orderBy("since", "desc").select(["file_id", "path"]).execute(),
  ]);
  return {
    path: config.path,
    basis,
    since: new Date(since).toISOString(),
    histories: files.map(({ id, versions, newest, holds }) => ({
      id,
      isCurrent: id === current,
      paths: paths.filter(({ file_id }) => file_id === id).map(({ path }) => path),
      versions: Number(versions),
      newest: newest === null ? null : new Date(newest).toISOString(),
      hasContent: Number(holds) === 1,
    })),
  };
}

/**
 * If the file joins another history, the records of its current history move along. The records stay if
 * another path also uses the current history.
 * @param historyId an id from `listHistories`; null starts a new history
 * @throws AppError `not-found`; `conflict` while an apply is in progress
 */
export async function chooseHistory(config: OpenFile, historyId: number | null): Promise<void> {
  await whileLocked(config, async () => {
    const ownId = await config.identity.id();
    await config.db.transaction().execute(async (tx) => {
      await refuseDuringApply(tx, ownId);
      const isMerged =
        historyId !== null && historyId !== ownId && (await takeOver(tx, config, { ownId, historyId }));
      const row = { file_id: historyId ?? (await newFile(tx)), basis: "chosen", since: Date.now() };
      await tx.updateTable("config_paths").set(row).where("path", "=", config.path).execute();
      if (isMerged) await tx.deleteFrom("config_files").where("id", "=", ownId).execute();
    });
    config.identity.forget();
  });
}

async function refuseDuringApply(tx: Tx, id: number): Promise<void> {
  const rows = tx.selectFrom("applies").where("file_id", "=", id).where("ended_at", "is", null);
  if (await rows.select("id").executeTakeFirst())
    throw new AppError(
      "conflict",
      "An apply is in progress. Wait for it to finish, then choose the history.",
    );
}

type TableOfFiles = Exclude<
  { [T in keyof Database]: "file_id" extends keyof Database[T] ? T : never }[keyof Database],
  "config_paths"
>;

/**
 * The tables with records per file. Each value lists the columns that are unique together with the file's id.
 * Null if the file's id is not part of a unique key.
 */
const belongings: Readonly<Record<TableOfFiles, readonly string[] | null>> = {
  config_revisions: null,
  applies: null,
  planned_applies: [],
  proposals: null,
  hidden_warnings: ["key"],
  notifications: null,
  notification_deliveries: null,
  running_versions: [],
  working_versions: ["etag"],
  environment_values: ["path"],
  server_versions: ["at"],
  watch_samples: ["at", "series"],
  watch_hours: ["at", "series"],
  watch_parts: ["name"],
  watch_outages: ["part", "began"],
};

/** @returns whether the records were moved */
async function takeOver(
  tx: Tx,
  { path }: OpenFile,
  { ownId, historyId }: { ownId: number; historyId: number },
): Promise<boolean> {
  const files = await tx
    .selectFrom("config_files")
    .where("id", "in", [ownId, historyId])
    .selectAll()
    .execute();
  if (!files.some(({ id }) => id === historyId))
    throw new AppError(
      "not-found",
      "This history does not exist. Reload the page to see the current histories.",
    );
  const paths = await tx.selectFrom("config_paths").select(["file_id", "path"]).execute();
  const otherFiles = paths.filter((one) => one.file_id === historyId && isAnotherFile(one.path, path));
  for (const one of otherFiles) await tx.deleteFrom("config_paths").where("path", "=", one.path).execute();
  if (paths.some((one) => one.file_id === ownId && one.path !== path)) return false;
  for (const [table, key] of Object.entries(belongings)) {
    const name = sql.table(table);
    const isSame = (column: string) => sql`other.${sql.ref(column)} = ${sql.ref(`${table}.${column}`)}`;
    if (key)
      await sql`delete from ${name} where file_id = ${historyId} and exists (
        select 1 from ${name} as other where ${sql.join([sql`other.file_id = ${ownId}`, ...key.map(isSame)], sql` and `)}
      )`.execute(tx);
    await sql`update ${name} set file_id = ${historyId} where file_id = ${ownId}`.execute(tx);
  }
  const undone_dismissed = Math.max(...files.map((file) => file.undone_dismissed));
  await tx.updateTable("config_files").set({ undone_dismissed }).where("id", "=", historyId).execute();
  return true;
}
