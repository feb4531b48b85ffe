import "server-only";
import type { Kysely } from "kysely";

export type Dialect = "sqlite" | "postgres";

/**
 * Which of the two databases a connection (or a transaction) speaks to. Told by a trait rather than by class: the
 * connection may have been opened by another bundle, whose classes are others (see `singleton.ts`).
 */
export function dialectOf(db: Pick<Kysely<unknown>, "getExecutor">): Dialect {
  return db.getExecutor().adapter.supportsTransactionalDdl ? "postgres" : "sqlite";
}
