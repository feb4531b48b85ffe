import "server-only";
import { AppError } from "@/lib/errors";
import { type Db, dialectOf, readMeta, type Tx, writeMeta } from "@/lib/server/db";
import { sql } from "kysely";

export async function secondFactors(
  db: Db | Tx,
  operatorId: number,
): Promise<{ passkey: boolean; app: boolean }> {
  const rowsIn = (table: "passkeys" | "totp") =>
    db
      .selectFrom(table)
      .select("operator_id")
      .where("operator_id", "=", operatorId)
      .limit(1)
      .executeTakeFirst();
  return { passkey: (await rowsIn("passkeys")) !== undefined, app: (await rowsIn("totp")) !== undefined };
}

export async function hasSecondFactor(db: Db | Tx, operatorId: number): Promise<boolean> {
  const { passkey, app } = await secondFactors(db, operatorId);
  return passkey || app;
}

/** If `meta` has a row with this key, every operator must have a second factor. */
const REQUIRED = "second-factor-required";

/**
 * Selects whether an operator must have a second factor but has none. Never true for operators who sign in at
 * the OpenID Connect provider, which is responsible for their second factors.
 */
export const lacksFactor = sql<boolean | number>`(
  operators.oidc_subject is null and exists (select 1 from meta where meta.key = ${REQUIRED})
  and not exists (select 1 from passkeys where passkeys.operator_id = operators.id)
  and not exists (select 1 from totp where totp.operator_id = operators.id)
)`.as("lacks_factor");

export const isFactorRequired = async (db: Db | Tx): Promise<boolean> =>
  (await readMeta(db, REQUIRED)) !== undefined;

/**
 * Operators without a second factor must then set one up before doing anything else.
 * @throws AppError `conflict` if the calling owner has no second factor
 */
export async function requireFactor(db: Db, ownerId: number, isRequired: boolean): Promise<void> {
  if (isRequired && !(await hasSecondFactor(db, ownerId)))
    throw new AppError("conflict", "Set up a second factor for yourself first, on the Account page.");
  await writeMeta(db, REQUIRED, isRequired ? "1" : null);
}

/**
 * Refuses to remove the last one if every operator must have a second factor. Recovery codes are removed
 * together with the last factor.
 * @throws AppError `conflict`; the errors of `remove`
 */
export async function removeFactor<T>(
  db: Db,
  operatorId: number,
  remove: (tx: Tx) => Promise<T>,
): Promise<T> {
  return db.transaction().execute(async (tx) => {
    // Concurrent removals run one after the other, so that the second sees the result of the first.
    if (dialectOf(tx) === "postgres")
      await sql`select id from operators where id = ${operatorId} for update`.execute(tx);
    const removed = await remove(tx);
    if (await hasSecondFactor(tx, operatorId)) return removed;
    if (await isFactorRequired(tx))
      throw new AppError(
        "conflict",
        "Every operator of this panel must have a second factor, and this is your last one. Add another one first.",
      );
    await tx.deleteFrom("recovery_codes").where("operator_id", "=", operatorId).execute();
    return removed;
  });
}
