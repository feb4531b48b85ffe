import "server-only";
import type { Kysely } from "kysely";

export type Dialect = "sqlite" | "postgres";

/**
 * Which of the two databases a connection (or a transaction) uses. It checks a property and not the class, because
 * the connection may have been opened by another bundle with its own copies of the classes (see
 * `process-singleton.ts`).
 */
export function dialectOf(db: Pick<Kysely<unknown>, "getExecutor">): Dialect {
  return db.getExecutor().adapter.supportsTransactionalDdl ? "postgres" : "sqlite";
}
