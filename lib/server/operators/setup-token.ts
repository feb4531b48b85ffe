import "server-only";
import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { type Db, readMeta, writeMeta } from "@/lib/server/db";

const KEY = "setup-token-sha256";
const LINK_LASTS_MS = 60 * 60 * 1000;
const digest = (token: string) => createHash("sha256").update(token).digest("hex");

export async function issueSetupToken(db: Db): Promise<string> {
  const token = randomBytes(24).toString("base64url");
  await writeMeta(db, KEY, `${digest(token)} ${Date.now() + LINK_LASTS_MS}`);
  return token;
}

/** It is valid for an hour, unless a newer token was issued. */
export async function judgeSetupToken(db: Db, token: string): Promise<"valid" | "ended" | "wrong"> {
  const [hash = "", end = "0"] = (await readMeta(db, KEY))?.split(" ") ?? [];
  const digestOfToken = digest(token);
  if (hash.length !== digestOfToken.length || !timingSafeEqual(Buffer.from(hash), Buffer.from(digestOfToken)))
    return "wrong";
  const remaining = Number(end) - Date.now();
  // If the token seems to be valid for more than an hour, the clock was ahead when the token was issued.
  return remaining > 0 && remaining <= LINK_LASTS_MS ? "valid" : "ended";
}

export const dropSetupToken = (db: Db): Promise<void> => writeMeta(db, KEY, null);
