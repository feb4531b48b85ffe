import "server-only";
import type { Kysely } from "kysely";

export type Dialect = "sqlite" | "postgres";

/**
 * Which of the two databases a connection (or a transaction) uses. Detected by a property rather than by class, because
 * the connection may have been opened by another bundle, which has its own copies of the classes (see `process-singleton.ts`).
 */
export function dialectOf(db: Pick<Kysely<unknown>, "getExecutor">): Dialect {
  return db.getExecutor().adapter.supportsTransactionalDdl ? "postgres" : "sqlite";
}
