import "server-only";
import { createHmac, timingSafeEqual } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Env } from "@/lib/env";

export const doctorProof = (secret: string): string =>
  createHmac("sha256", secret).update("doctor").digest("hex");

/** Returns the secret of the panel with this environment. Undefined if the panel has never started. */
export function storedSecret({ nextAuthSecret, dataDir }: Env): string | undefined {
  const path = join(dataDir, "nextauth-secret");
  return nextAuthSecret ?? (existsSync(path) ? readFileSync(path, "utf8").trim() : undefined);
}

export function isDoctor(given: string, secret: string | undefined): boolean {
  if (secret === undefined) return false;
  const [one, other] = [Buffer.from(given), Buffer.from(doctorProof(secret))];
  return one.length === other.length && timingSafeEqual(one, other);
}
