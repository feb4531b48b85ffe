import "server-only";
import { createHmac } from "node:crypto";
import { nextAuthSecret } from "@/lib/secret";
import type { Db } from "@/lib/server/db";
import { randomGroups } from "../reset-password";

const COUNT = 10;

/** Hashes a code with the panel's secret, so that a stolen database is not enough to guess codes. */
const hashOf = (operatorId: number, code: string): string =>
  createHmac("sha256", nextAuthSecret())
    .update(`recovery code of operator ${operatorId}: ${code}`)
    .digest("base64url");

export async function countRecoveryCodes(db: Db, operatorId: number): Promise<number> {
  const { count } = await db
    .selectFrom("recovery_codes")
    .select(({ fn }) => fn.countAll<number | string>().as("count"))
    .where("operator_id", "=", operatorId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Creates ten recovery codes, which replace all earlier ones. Only their hashes are stored. */
export async function makeRecoveryCodes(db: Db, operatorId: number): Promise<string[]> {
  const codes = Array.from({ length: COUNT }, () => randomGroups(3, 4));
  await db.transaction().execute(async (tx) => {
    await tx.deleteFrom("recovery_codes").where("operator_id", "=", operatorId).execute();
    await tx
      .insertInto("recovery_codes")
      .values(
        codes.map((code) => ({
          operator_id: operatorId,
          hash: hashOf(operatorId, code.replaceAll("-", "")),
        })),
      )
      .execute();
  });
  return codes;
}

/** Uses up a recovery code. @param code in lower case without separators @returns whether the code was valid */
export async function spendRecoveryCode(db: Db, operatorId: number, code: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("recovery_codes")
    .where("operator_id", "=", operatorId)
    .where("hash", "=", hashOf(operatorId, code))
    .executeTakeFirst();
  return numDeletedRows === 1n;
}
