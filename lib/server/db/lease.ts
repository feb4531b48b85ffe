import "server-only";
import type { Db } from "./types";

/**
 * Takes a lease, or renews the holder's lease. Replaces another holder's lease if it has expired. Also replaces a lease
 * that ends more than ten times `span` from now, because a process with a wrong clock must have set this end.
 * @param span duration of the lease (ms)
 * @returns whether the holder has the lease now
 */
export async function takeLease(
  db: Db,
  name: string,
  { holder, span, now = Date.now() }: { holder: string; span: number; now?: number },
): Promise<boolean> {
  const lease = { holder, expires_at: now + span };
  const taken = await db
    .insertInto("leases")
    .values({ name, ...lease })
    .onConflict((conflict) =>
      conflict
        .column("name")
        .doUpdateSet(lease)
        .where(({ eb, or }) =>
          or([
            eb("leases.holder", "=", holder),
            eb("leases.expires_at", "<=", now),
            eb("leases.expires_at", ">", now + 10 * span),
          ]),
        ),
    )
    .returning("name")
    .executeTakeFirst();
  return taken !== undefined;
}

/** Releases a lease early, so that another replica need not wait until the lease expires. */
export async function dropLease(db: Db, name: string, holder: string): Promise<void> {
  await db.deleteFrom("leases").where("name", "=", name).where("holder", "=", holder).execute();
}
