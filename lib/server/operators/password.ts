import "server-only";
import { hash, verify } from "@node-rs/argon2";
import { z } from "zod";

const MOST_CHARACTERS = 256;

/**
 * Password rules: 8 to 256 characters of any kind. Length matters most, so no character classes are required; common
 * passwords are refused when one is set (`common-password.ts`).
 */
export const passwordSchema = z
  .string("Enter a password.")
  .min(8, "Use at least 8 characters.")
  .max(MOST_CHARACTERS, "Use at most 256 characters.");

/** Argon2id, 19 MiB, two passes: the library's defaults follow OWASP's recommendation. */
export const hashPassword = (password: string): Promise<string> => hash(password);

let decoy: Promise<string> | undefined;

/**
 * Compares a password with a stored hash. Without a hash (unknown user name) it takes equally long, so that response
 * times do not reveal which user names exist.
 */
export async function passwordMatches(password: string, stored: string | undefined): Promise<boolean> {
  if (password.length > MOST_CHARACTERS) return false;
  decoy ??= hashPassword("no operator has this password");
  const matches = await verify(stored ?? (await decoy), password);
  return matches && stored !== undefined;
}
