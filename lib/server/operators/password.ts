import "server-only";
import { hash, verify } from "@node-rs/argon2";
import { MOST_PASSWORD_CHARACTERS } from "@/lib/shared/contract/operators";

/** Argon2id, 19 MiB, two passes: the library's defaults follow OWASP's recommendation. */
export const hashPassword = (password: string): Promise<string> => hash(password);

let decoy: Promise<string> | undefined;

/**
 * Compares a password with a stored hash. Without a hash (unknown username) it takes equally long, so that
 * response times do not reveal which usernames exist.
 */
export async function passwordMatches(password: string, stored: string | undefined): Promise<boolean> {
  if (password.length > MOST_PASSWORD_CHARACTERS) return false;
  decoy ??= hashPassword("no operator has this password");
  const matches = await verify(stored ?? (await decoy), password);
  return matches && stored !== undefined;
}
