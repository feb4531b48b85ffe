import "server-only";
import { byOperator, unproven } from "@/lib/shared/author";
import { randomBytes } from "node:crypto";
import { currentOrigin } from "@/lib/server/audit";
import type { Db, Tx } from "@/lib/server/db";
import type { Oidc } from "@/lib/env";
import { newUsernameSchema } from "@/lib/shared/contract/username";
import type { Role } from "@/lib/shared/role";
import type { Caller } from "../caller";
import { countOperators, type Operator, shown, whyTaken } from "../operators";
import type { OperatorsRoom } from "../room";
import { signInAs } from "../session-store";
import { endProvided, provided } from "./grant";
import { type Claims, type Grant, roleOf } from "./provider";

export interface AddPerson {
  /** Called before the transaction begins. */
  prepare: () => Promise<void>;
  insert: (tx: Tx, input: { username: string; password: string; role: Role }) => Promise<Operator>;
}

/** Error codes for the sign-in page, which has a sentence for each. */
export type Refusal = "no-role" | "disabled" | "no-setup";

export type Entered = { operator: Operator; sessionId: string; isNewAddress: boolean } | { refusal: Refusal };

interface Person {
  issuer: string;
  claims: Claims;
  grant: Grant;
}

const rowOf = (db: Db, { issuer, claims }: Person) =>
  db
    .selectFrom("operators")
    .selectAll()
    .where("oidc_issuer", "=", issuer)
    .where("oidc_subject", "=", claims.sub)
    .executeTakeFirst();

/**
 * Starts a session for a person who has signed in at the OpenID Connect provider. Operators are identified by
 * issuer and subject, because people can choose names and email addresses.
 */
export async function enterFromProvider(
  room: OperatorsRoom,
  oidc: Oidc,
  person: Person,
  caller: Caller,
  addPerson: AddPerson,
): Promise<Entered> {
  const { db, audit } = room;
  const role = roleOf(person.claims, oidc);
  const known = await rowOf(db, person);
  const refuse = async (refusal: Refusal): Promise<Entered> => {
    await audit.recordFailure(db, {
      actor: unproven(known?.username ?? "unknown user"),
      action: "sign-in.failed",
    });
    return { refusal };
  };
  if (role === null) {
    if (known) await endProvided(room, shown(known));
    return refuse("no-role");
  }
  if (known?.disabled === 1) return refuse("disabled");
  if ((await countOperators(db)) === 0) return refuse("no-setup");
  const { id } = known ?? (await addOperator(room, person, role, addPerson));
  const row = await provided(room, id, role, person.grant);
  const operator = { ...shown(row), sessionsValidSince: row.sessions_valid_since };
  return signInAs(room, operator, caller, { method: "oidc", detail: { issuer: person.issuer } });
}

async function addOperator(
  { db, audit }: OperatorsRoom,
  person: Person,
  role: Role,
  addPerson: AddPerson,
): Promise<Operator> {
  const { issuer, claims } = person;
  await addPerson.prepare();
  const origin = await currentOrigin();
  return db.transaction().execute(async (tx) => {
    const username = await freeName(tx, claims);
    const entry = {
      actor: byOperator(username),
      action: "operator.join",
      target: username,
      detail: { role, issuer },
      origin,
    };
    return audit.audited(tx, entry, async () => {
      // Operators who sign in at the provider have no password, so store a random password that nobody knows.
      const password = randomBytes(32).toString("base64url");
      const operator = await addPerson.insert(tx, { username, password, role });
      await tx
        .updateTable("operators")
        .set({ oidc_issuer: issuer, oidc_subject: claims.sub })
        .where("id", "=", operator.id)
        .execute();
      return operator;
    });
  });
}

/** The operator's name if it is free. */
export function nameFrom({ preferred_username, name, email }: Claims): string {
  const mailbox = typeof email === "string" ? email.split("@")[0] : undefined;
  return (
    [preferred_username, name, mailbox]
      .map((candidate) => newUsernameSchema.safeParse(candidate))
      .find(({ success }) => success)?.data ?? "operator"
  );
}

export function numbered(name: string, nth: number): string {
  const shortened = name
    .slice(0, 26)
    .replace(/[\ud800-\udbff]$/, "")
    .trimEnd();
  return `${shortened} ${nth}`;
}

async function freeName(tx: Tx, claims: Claims): Promise<string> {
  const name = nameFrom(claims);
  let candidate = name;
  for (let nth = 2; (await whyTaken(tx, candidate)) !== null; nth += 1) candidate = numbered(name, nth);
  return candidate;
}
