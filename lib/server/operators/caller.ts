import "server-only";
import { currentContext } from "@/lib/request-context";
import { addressGroup } from "@/lib/server/http/door";
import type { Db } from "@/lib/server/db";

export interface Caller {
  /** The IP address. `unknown` if it cannot be determined. */
  address: string;
  userAgent: string;
}

/** Without the front door, the address is unknown. */
export async function currentCaller(): Promise<Caller> {
  const context = currentContext();
  return { address: (await context?.clientAddress()) ?? "unknown", userAgent: context?.userAgent ?? "" };
}

const MOST_ADDRESSES = 100;

/**
 * Records that an operator has signed in from an address.
 * @returns whether the address is new; false for the operator's first address and for `unknown`
 */
export async function rememberAddress(
  db: Db,
  operatorId: number,
  address: string,
  now = Date.now(),
): Promise<boolean> {
  const group = addressGroup(address);
  if (group === "unknown") return false;
  const known = await db
    .selectFrom("sign_in_addresses")
    .where("operator_id", "=", operatorId)
    .orderBy("last_seen_at", "desc")
    .select("address")
    .execute();
  const row = { operator_id: operatorId, address: group, last_seen_at: now };
  await db
    .insertInto("sign_in_addresses")
    .values(row)
    .onConflict((conflict) => conflict.columns(["operator_id", "address"]).doUpdateSet({ last_seen_at: now }))
    .execute();
  for (const surplus of known.slice(MOST_ADDRESSES - 1))
    await db
      .deleteFrom("sign_in_addresses")
      .where("operator_id", "=", operatorId)
      .where("address", "=", surplus.address)
      .where("address", "<>", group)
      .execute();
  return known.length > 0 && !known.some((one) => one.address === group);
}

export async function isKnownAddress(db: Db, usernameKey: string, address: string): Promise<boolean> {
  const row = await db
    .selectFrom("sign_in_addresses")
    .innerJoin("operators", "operators.id", "sign_in_addresses.operator_id")
    .where("operators.username_key", "=", usernameKey)
    .where("sign_in_addresses.address", "=", addressGroup(address))
    .select("operators.id")
    .executeTakeFirst();
  return row !== undefined;
}
