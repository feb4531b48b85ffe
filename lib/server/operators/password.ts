import "server-only";
import { hash, verify } from "@node-rs/argon2";
import { MOST_PASSWORD_CHARACTERS } from "@/lib/shared/contract/operators";

/** Argon2id with 19 MiB and two passes. These defaults of the library follow OWASP's recommendation. */
export const hashPassword = (password: string): Promise<string> => hash(password);

let decoy: Promise<string> | undefined;

/**
 * Compares a password with a stored hash. If there is no hash because the username is unknown, the comparison takes
 * equally long, so that the response time does not reveal which usernames exist.
 */
export async function passwordMatches(password: string, stored: string | undefined): Promise<boolean> {
  if (password.length > MOST_PASSWORD_CHARACTERS) return false;
  decoy ??= hashPassword("no operator has this password");
  const matches = await verify(stored ?? (await decoy), password);
  return matches && stored !== undefined;
}
