import "server-only";
import type { Kysely } from "kysely";

export type Dialect = "sqlite" | "postgres";

/**
 * Which database a connection or transaction uses. Checks a property instead of a class, because the connection may
 * come from another bundle, which has separate copies of the classes (see `process-singleton.ts`).
 */
export function dialectOf(db: Pick<Kysely<unknown>, "getExecutor">): Dialect {
  return db.getExecutor().adapter.supportsTransactionalDdl ? "postgres" : "sqlite";
}
