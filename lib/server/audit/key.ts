import "server-only";
import { createHmac, hkdfSync, randomBytes } from "node:crypto";
import { join } from "node:path";
import { AppError } from "@/lib/errors";
import { storeFileOnce } from "@/lib/secret";
import { type Db, readMeta } from "@/lib/server/db";

/** Returns an HMAC-SHA256 with the audit log's key, hex. Nobody without the key can compute it. */
export type Keyed = (text: string) => string;

const FILE = "audit-key";
const CHECK = "audit-key";

/** @param given AUDIT_KEY; if it is not set, the key is in a file of the data folder, which the first call makes */
export function openKey({ given, dataDir }: { given: string | undefined; dataDir: string }): Keyed {
  const text = given ?? storeFileOnce(dataDir, FILE, randomBytes(48).toString("base64url"));
  if (text.length < 32)
    throw new Error(
      `${join(dataDir, FILE)} contains no usable key. Restore it from a backup and start again.`,
    );
  const key = Buffer.from(hkdfSync("sha256", text, "", "audit chain", 32));
  return (content) => createHmac("sha256", key).update(content).digest("hex");
}

const WRONG_KEY =
  "The database's audit log was begun with another key, so this panel cannot add to it. Nothing was changed. On every replica, set AUDIT_KEY to the same value; or restore the file audit-key in DATA_DIR from a backup.";

/**
 * Records at the first start which key the audit log has.
 * @throws AppError `conflict` if the log has another key
 */
export async function claimKey(db: Db, keyed: Keyed): Promise<void> {
  const value = keyed("check");
  await db
    .insertInto("meta")
    .values({ key: CHECK, value })
    .onConflict((conflict) => conflict.column("key").doNothing())
    .execute();
  if ((await readMeta(db, CHECK)) !== value) throw new AppError("conflict", WRONG_KEY);
}

export async function hasOtherKey(db: Db, keyed: Keyed): Promise<boolean> {
  const value = await readMeta(db, CHECK);
  return value !== undefined && value !== keyed("check");
}
