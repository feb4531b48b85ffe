import "server-only";
import { Secret, TOTP } from "otpauth";
import { encode } from "uqr";
import { AppError } from "@/lib/errors";
import type { Db } from "@/lib/server/db";
import type { TotpToAdd } from "@/lib/shared/contract/factors";
import type { Operator } from "../operators";
import { createHmac } from "node:crypto";
import type { OperatorsRoom } from "../room";
import { randomGroups } from "../reset";
import { removeFactor } from "./second-factor";

const ISSUER = "Instance Admin";
/** How many seconds a code is valid. All authenticator apps use this value. */
const PERIOD = 30;
const SETUP_LIMIT_MS = 15 * 60_000;
/** Length of a key in bytes, as RFC 4226 recommends. */
const KEY_BYTES = 20;

const storedAs = (operatorId: number) => `totp key of operator ${operatorId}`;
const setupOf = (operatorId: number) => `totp setup of operator ${operatorId}`;

const totpOf = (key: string, username = "") =>
  new TOTP({ issuer: ISSUER, label: username, secret: Secret.fromBase32(key), period: PERIOD });

/**
 * Returns the time step that a code belongs to. Accepts the current, the previous and the next step, because the
 * clocks of the app and the panel may differ.
 * @param now ms since 1970
 */
export function stepOf(key: string, code: string, now: number): number | undefined {
  const delta = totpOf(key).validate({ token: code, timestamp: now, window: 1 });
  return delta === null ? undefined : Math.floor(now / 1000 / PERIOD) + delta;
}

/** Creates a key for an authenticator app. The key is not stored until `addTotp` has checked a code from the app. */
export function totpToAdd({ seals }: Pick<OperatorsRoom, "seals">, { id, username }: Operator): TotpToAdd {
  const key = new Secret({ size: KEY_BYTES }).base32;
  const address = totpOf(key, username).toString();
  const { data, size } = encode(address, { border: 2 });
  const setup = seals.seal(JSON.stringify([key, Date.now() + SETUP_LIMIT_MS]), setupOf(id));
  return { key, address, setup, qr: { size, path: pathOf(data) } };
}

function pathOf(rows: readonly (readonly boolean[])[]): string {
  return rows
    .flatMap((row, y) => {
      const text = row.map((isDark) => (isDark ? "1" : "0")).join("");
      return [...text.matchAll(/1+/g)].map(
        ({ index, 0: run }) => `M${index} ${y}h${run.length}v1h-${run.length}z`,
      );
    })
    .join("");
}

/**
 * @param setup from `totpToAdd`
 * @param code the code that the app shows
 * @throws AppError `invalid-settings` for a wrong code; `conflict` if the time limit has passed, or the
 * operator already has an app
 */
export async function addTotp(
  { db, seals }: OperatorsRoom,
  { id }: Operator,
  { setup, code }: { setup: string; code: string },
  now = Date.now(),
): Promise<void> {
  const [key, until] = JSON.parse(seals.unseal(setup, setupOf(id)) ?? "[]") as [string?, number?];
  if (key === undefined || until === undefined || until <= now)
    throw new AppError(
      "conflict",
      "Setting up the authenticator took too long. Close the dialog and start again.",
    );
  const step = stepOf(key, code.replace(/\s/g, ""), now);
  if (step === undefined) {
    const message = "This is not the code that the authenticator shows now. Check the time of your phone.";
    throw new AppError("invalid-settings", message, { problems: [{ path: "first", message }] });
  }
  const added = await db
    .insertInto("totp")
    .values({ operator_id: id, secret: seals.seal(key, storedAs(id)), last_step: step, created_at: now })
    .onConflict((conflict) => conflict.column("operator_id").doNothing())
    .executeTakeFirst();
  if (added.numInsertedOrUpdatedRows !== 1n)
    throw new AppError("conflict", "You already have an authenticator. Remove it first.");
}

export async function totpSince(db: Db, operatorId: number): Promise<number | null> {
  const row = await db
    .selectFrom("totp")
    .select("created_at")
    .where("operator_id", "=", operatorId)
    .executeTakeFirst();
  return row?.created_at ?? null;
}

/** @throws AppError `not-found`; the errors of `removeFactor` */
export const removeTotp = (db: Db, operatorId: number): Promise<void> =>
  removeFactor(db, operatorId, async (tx) => {
    const { numDeletedRows } = await tx
      .deleteFrom("totp")
      .where("operator_id", "=", operatorId)
      .executeTakeFirst();
    if (numDeletedRows !== 1n)
      throw new AppError("not-found", "The authenticator has been removed already. Reload the page.");
  });

/**
 * A code is accepted only once across all replicas, and the app's earlier codes are refused afterwards. The
 * caller must limit guesses.
 */
export async function judgeCode(
  room: Pick<OperatorsRoom, "db" | "seals" | "secret" | "log">,
  operatorId: number,
  typed: string,
  now = Date.now(),
): Promise<"app" | "recovery code" | undefined> {
  const { db } = room;
  const code = typed.replace(/[\s-]/g, "").toLowerCase();
  if (!/^\d{6}$/.test(code))
    return (await spendRecoveryCode(room, operatorId, code)) ? "recovery code" : undefined;
  const row = await db
    .selectFrom("totp")
    .select("secret")
    .where("operator_id", "=", operatorId)
    .executeTakeFirst();
  if (!row) return undefined;
  const key = room.seals.unseal(row.secret, storedAs(operatorId));
  if (key === null) {
    room.log.error(
      "The key of an authenticator cannot be read: NEXTAUTH_SECRET has changed. Reset the factor.",
    );
    return undefined;
  }
  const step = stepOf(key, code, now);
  if (step === undefined) return undefined;
  const spent = await db
    .updateTable("totp")
    .set({ last_step: step })
    .where("operator_id", "=", operatorId)
    .where("last_step", "<", step)
    .executeTakeFirst();
  return spent.numUpdatedRows === 1n ? "app" : undefined;
}

const RECOVERY_CODES = 10;

/** Hashes a code with the panel's secret, so that a stolen database is not enough to guess codes. */
const hashOf = (secret: string, operatorId: number, code: string): string =>
  createHmac("sha256", secret).update(`recovery code of operator ${operatorId}: ${code}`).digest("base64url");

export async function countRecoveryCodes(db: Db, operatorId: number): Promise<number> {
  const { count } = await db
    .selectFrom("recovery_codes")
    .select(({ fn }) => fn.countAll<number | string>().as("count"))
    .where("operator_id", "=", operatorId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Only their hashes are stored. */
export async function makeRecoveryCodes(
  { db, secret }: OperatorsRoom,
  operatorId: number,
): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => randomGroups(3, 4));
  await db.transaction().execute(async (tx) => {
    await tx.deleteFrom("recovery_codes").where("operator_id", "=", operatorId).execute();
    await tx
      .insertInto("recovery_codes")
      .values(
        codes.map((code) => ({
          operator_id: operatorId,
          hash: hashOf(secret, operatorId, code.replaceAll("-", "")),
        })),
      )
      .execute();
  });
  return codes;
}

/** @param code in lower case without separators @returns whether the code was valid */
async function spendRecoveryCode(
  { db, secret }: Pick<OperatorsRoom, "db" | "secret">,
  operatorId: number,
  code: string,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("recovery_codes")
    .where("operator_id", "=", operatorId)
    .where("hash", "=", hashOf(secret, operatorId, code))
    .executeTakeFirst();
  return numDeletedRows === 1n;
}
