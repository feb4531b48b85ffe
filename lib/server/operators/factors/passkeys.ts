import "server-only";
import { createHmac } from "node:crypto";
import type { PublicKeyCredentialCreationOptionsJSON } from "@simplewebauthn/server";
import { AppError } from "@/lib/errors";
import type { Db } from "@/lib/server/db";
import type { Passkey, PasskeyAnswer, PasskeyRequest, NewPasskey } from "@/lib/shared/contract/factors";
import type { Operator } from "../operators";
import { removeFactor } from "./second-factor";
import type { OperatorsRoom } from "../room";
import { consumeChallenge, isChallenge, newChallenge, type Purpose, relyingParty } from "./relying-party";

const MOST_PASSKEYS = 20;

/** Loads the library on first use, because it includes certificates of many vendors. */
const library = () => import("@simplewebauthn/server");

export async function listPasskeys(db: Db, operatorId: number): Promise<Passkey[]> {
  const rows = await db
    .selectFrom("passkeys")
    .select(["id", "name", "created_at as createdAt", "last_used_at as lastUsedAt"])
    .where("operator_id", "=", operatorId)
    .orderBy("created_at")
    .execute();
  // Copy the rows, because pages need plain objects and the driver's rows have another prototype.
  return rows.map((row) => ({ ...row }));
}

/**
 * An operator can sign in with the passkey alone. The passkey must therefore work without a username, and
 * require a PIN, a fingerprint or the like.
 * @throws AppError `conflict` if passkeys do not work at the panel's address
 */
export async function passkeyToMake(
  room: OperatorsRoom,
  { id, username }: Operator,
  sessionId: string,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { id: rpID } = relyingParty(room.env);
  const { generateRegistrationOptions } = await library();
  const known = await room.db.selectFrom("passkeys").select("id").where("operator_id", "=", id).execute();
  if (known.length >= MOST_PASSKEYS)
    throw new AppError("conflict", `You have ${MOST_PASSKEYS} passkeys. Remove one first.`);
  return generateRegistrationOptions({
    rpName: "Instance Admin",
    rpID,
    userName: username,
    userDisplayName: username,
    userID: handleOf(room.secret, id),
    challenge: newChallenge(room.seals, `passkey ${sessionId}`),
    excludeCredentials: known,
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
}

/**
 * Returns the handle that identifies an operator to authenticators. Two panels must use different handles,
 * because a new passkey replaces a passkey with the same domain and handle.
 */
const handleOf = (secret: string, operatorId: number): Uint8Array<ArrayBuffer> =>
  new Uint8Array(createHmac("sha256", secret).update(`passkeys of operator ${operatorId}`).digest());

/** @throws AppError `invalid-settings` if it was not created just now for this panel and session */
export async function addPasskey(
  room: OperatorsRoom,
  operator: Operator,
  sessionId: string,
  { name, response }: NewPasskey,
): Promise<Passkey> {
  const { db, seals } = room;
  const { id: expectedRPID, origin: expectedOrigin } = relyingParty(room.env);
  const { verifyRegistrationResponse } = await library();
  let challenge = "";
  const verified = await verifyRegistrationResponse({
    response,
    expectedRPID,
    expectedOrigin,
    requireUserVerification: true,
    expectedChallenge: (sent) => isChallenge(seals, (challenge = sent), `passkey ${sessionId}`),
  }).catch(refused(room));
  if (!verified?.verified || !(await consumeChallenge(db, challenge)))
    throw new AppError(
      "invalid-settings",
      "The passkey was not accepted. Reload the page, and add it again.",
    );
  const { id, publicKey, counter } = verified.registrationInfo.credential;
  const row = { id, name, created_at: Date.now(), last_used_at: null };
  const added = await db
    .insertInto("passkeys")
    .values({
      ...row,
      operator_id: operator.id,
      public_key: Buffer.from(publicKey).toString("base64url"),
      counter,
      transports: JSON.stringify(response.response.transports ?? []),
    })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .executeTakeFirst();
  if (added.numInsertedOrUpdatedRows !== 1n)
    throw new AppError(
      "conflict",
      "This passkey is registered already. Use another device or password manager.",
    );
  return { id, name, createdAt: row.created_at, lastUsedAt: null };
}

/**
 * @returns the name of the removed passkey
 * @throws AppError `not-found`; the errors of `removeFactor`
 */
export const removePasskey = (db: Db, operatorId: number, id: string): Promise<string> =>
  removeFactor(db, operatorId, async (tx) => {
    const row = await tx
      .deleteFrom("passkeys")
      .where("operator_id", "=", operatorId)
      .where("id", "=", id)
      .returning("name")
      .executeTakeFirst();
    if (!row) throw new AppError("not-found", "This passkey has been removed already. Reload the page.");
    return row.name;
  });

/** @throws AppError `conflict` */
export const passkeyToSignIn = (room: OperatorsRoom): Promise<PasskeyRequest> => request(room, "sign-in", []);

/** @throws AppError `conflict` */
export async function passkeyToProve(
  room: OperatorsRoom,
  operatorId: number,
  sessionId: string,
): Promise<PasskeyRequest> {
  const rows = await room.db
    .selectFrom("passkeys")
    .select(["id", "transports"])
    .where("operator_id", "=", operatorId)
    .execute();
  const allowed = rows.map(({ id, transports }) => ({ id, transports: JSON.parse(transports) as string[] }));
  return request(room, `proof ${sessionId}`, allowed);
}

async function request(
  { env, seals }: OperatorsRoom,
  purpose: Purpose,
  allowCredentials: { id: string; transports: string[] }[],
): Promise<PasskeyRequest> {
  const { id: rpID } = relyingParty(env);
  const { generateAuthenticationOptions } = await library();
  const options = await generateAuthenticationOptions({
    rpID,
    userVerification: "required",
    challenge: newChallenge(seals, purpose),
    allowCredentials,
  });
  return { ...options };
}

/**
 * @returns the id of the passkey's operator; undefined if the passkey was removed, or if the answer was
 * already used, is for another purpose or site, or has a wrong signature or a counter that did not increase
 */
export async function judgePasskey(
  room: OperatorsRoom,
  response: PasskeyAnswer,
  purpose: Purpose,
): Promise<number | undefined> {
  const { db, seals } = room;
  const row = await db.selectFrom("passkeys").selectAll().where("id", "=", response.id).executeTakeFirst();
  if (!row) return undefined;
  const { id: expectedRPID, origin: expectedOrigin } = relyingParty(room.env);
  const { verifyAuthenticationResponse } = await library();
  let challenge = "";
  const verified = await verifyAuthenticationResponse({
    response,
    expectedRPID,
    expectedOrigin,
    requireUserVerification: true,
    expectedChallenge: (sent) => isChallenge(seals, (challenge = sent), purpose),
    credential: {
      id: row.id,
      publicKey: new Uint8Array(Buffer.from(row.public_key, "base64url")),
      counter: row.counter,
    },
  }).catch(refused(room));
  if (!verified?.verified || !(await consumeChallenge(db, challenge))) return undefined;
  const { newCounter } = verified.authenticationInfo;
  const noted = await db
    .updateTable("passkeys")
    .set({ counter: newCounter, last_used_at: Date.now() })
    .where("id", "=", row.id)
    // If two replicas receive the same counter, only one of them may accept it. Authenticators that do not count
    // always send 0.
    .where(({ eb, or }) => or([eb("counter", "<", newCounter), eb("counter", "=", 0)]))
    .executeTakeFirst();
  return noted.numUpdatedRows === 1n ? row.operator_id : undefined;
}

/** The library throws for any invalid answer. */
const refused =
  ({ log }: OperatorsRoom) =>
  (err: unknown): undefined => {
    log.debug({ err }, "A passkey was refused");
  };
