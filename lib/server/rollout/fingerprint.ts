import "server-only";
import { createHmac, randomBytes } from "node:crypto";
import { isObject } from "@/lib/shared/json/value";
import { processSingleton } from "@/lib/process-singleton";

/** Different in each process, so that a fingerprint is useless outside it. */
const key = () => processSingleton("fingerprint-key", () => randomBytes(32));

/** A keyed hash of a JSON value. Values that are equal by `sameJson` have the same hash. */
export const fingerprint = (value: unknown): string =>
  createHmac("sha256", key()).update(canonical(value)).digest("base64url");

function canonical(value: unknown): string {
  if (value === undefined || value === null) return "null";
  // A number that was too long for a double equals the nearest double, and -0 equals 0.
  if (typeof value === "bigint" || typeof value === "number") return String(Number(value) + 0);
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const members = Object.keys(value)
    .toSorted()
    .map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`);
  return `{${members.join(",")}}`;
}
