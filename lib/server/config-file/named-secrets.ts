import "server-only";
import type { Operation } from "@/lib/shared/contract/config-snapshot";
import type { KeyChange } from "@/lib/shared/contract/config";
import { sameJson } from "@/lib/shared/json/value";
import { valueIn } from "./key-edits";
import type { UsableVersion } from "./parse";
import { type Restored, secretPlaces } from "./secrets";
import { isSecret, withoutCredentials } from "./versions/changes";

/*
 * A request names a secret if it contains the secret itself instead of the marker for the stored secret. The response
 * to this request must not depend on whether the secret equals the stored secret, because the response would confirm a
 * guess: a preview shows the secret as new, and a save requires a proof of identity.
 */

const namesSecret = (path: string, value: unknown): boolean =>
  value != null && (isSecret(path, value) || !sameJson(withoutCredentials(path, value), value));

/** The paths of the settings and unrecognized keys at which a request names a secret. */
export function pathsOfNamedSecrets(
  operations: readonly Operation[],
  keys: readonly KeyChange[] = [],
): Set<string> {
  const settings = operations.filter((one) => one.op === "set" && namesSecret(one.path, one.value));
  const others = keys.filter(({ path, text }) => text !== null && namesSecret(path, valueIn(text)));
  return new Set([...settings, ...others].map(({ path }) => path));
}

/**
 * Whether a request that replaces the text of the whole file names a secret.
 * @param version the parsed text
 * @param restored the places of the secrets that replaced markers
 */
export function textNamesSecret(version: UsableVersion, { places }: Restored): boolean {
  const ends = new Map(places.map(({ start, end }) => [start, end]));
  return secretPlaces(version).some(({ node }) => ends.get(node.start) !== node.end);
}
