import "server-only";
import { createHmac, randomBytes } from "node:crypto";
import { isObject } from "@/lib/shared/json/value";
import { processSingleton } from "@/lib/process-singleton";

/** Each process has a different key, so fingerprints are useless outside the process. */
const key = () => processSingleton("fingerprint-key", () => randomBytes(32));

/** A keyed hash of a JSON value. Values that `sameJson` considers equal have the same hash. */
export const fingerprint = (value: unknown): string =>
  createHmac("sha256", key()).update(canonical(value)).digest("base64url");

function canonical(value: unknown): string {
  if (value === undefined || value === null) return "null";
  // Numbers beyond a double's precision are rounded to the nearest double, and -0 becomes 0.
  if (typeof value === "bigint" || typeof value === "number") return String(Number(value) + 0);
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const members = Object.keys(value)
    .toSorted()
    .map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`);
  return `{${members.join(",")}}`;
}
