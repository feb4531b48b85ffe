import "server-only";
import { hash, verify } from "@node-rs/argon2";
import { z } from "zod";

/** What a password must be: 8 to 256 characters of anything. Length is what counts, so nothing else is asked. */
export const passwordSchema = z
  .string("Enter a password.")
  .min(8, "Use at least 8 characters.")
  .max(256, "Use at most 256 characters.");

/** Argon2id, 19 MiB, two passes: the library's defaults follow OWASP's recommendation. */
export const hashPassword = (password: string): Promise<string> => hash(password);

let decoy: Promise<string> | undefined;

/**
 * Compares a password with a stored hash. Without a hash (unknown user name) it takes as long as with one, so that the
 * answer's delay does not tell which user names exist.
 */
export async function passwordMatches(password: string, stored: string | undefined): Promise<boolean> {
  decoy ??= hashPassword("no operator has this password");
  const matches = await verify(stored ?? (await decoy), password);
  return matches && stored !== undefined;
}
