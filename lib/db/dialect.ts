import "server-only";
import { type Kysely, PostgresAdapter } from "kysely";

export type Dialect = "sqlite" | "postgres";

/** Which of the two databases a connection (or a transaction) speaks to. */
export function dialectOf(db: Pick<Kysely<unknown>, "getExecutor">): Dialect {
  return db.getExecutor().adapter instanceof PostgresAdapter ? "postgres" : "sqlite";
}
