import "server-only";

export { auditFunctions, auditTriggers } from "./audit-triggers";
export { dumpLines, otherVersion, readDump, restoreDump } from "./dump";
export { groupCommit } from "./group-commit";
export { areKnown, finishedMigrations, migrate } from "./migrate";
export type { Announcer } from "./announce";
export { openDatabase, type OpenDatabase, openPostgres, openSqlite, reclaimSpace } from "./open";
export type { Pool } from "./postgres";
export {
  afterPrefix,
  contains,
  dialectOf,
  dropLease,
  nameKey,
  prepared,
  readMeta,
  takeLease,
  writeMeta,
} from "./queries";
export { replaceWithDump } from "./replace";
export { createSharedClock, measureClock, readReplicas } from "./shared-clock";
export { disconnectSqlite, SqliteConnection, sqliteTrouble } from "./sqlite";
export type { Database, Db, NewRow, Row, Tx } from "./tables";
export {
  databaseFailure,
  isFromPostgres,
  isLockTimeout,
  toUnavailableError,
  whyNotKept,
} from "./unavailable";
