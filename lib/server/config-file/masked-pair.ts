import "server-only";
import { sliceOf } from "@/lib/shared/json/tree";
import type { UsableVersion } from "./parse";
import { replaceSecrets, type SecretPlace, secretPlaces } from "./secrets";

/**
 * The texts of two versions with every secret hidden, to compare them line by line. In the second version, a secret is
 * marked as new if it has changed or `isNew` returns true. The text of a missing version is empty.
 */
export function maskedPair(
  before: UsableVersion | undefined,
  after: UsableVersion | undefined,
  isNew: (place: SecretPlace) => boolean = () => false,
): [string, string] {
  const stored = new Map(
    before && secretPlaces(before).map(({ path, node }) => [path, sliceOf(before.text, node)]),
  );
  return [
    before ? replaceSecrets(before, () => '"«secret»"') : "",
    after
      ? replaceSecrets(after, (place) =>
          stored.get(place.path) === sliceOf(after.text, place.node) && !isNew(place)
            ? '"«secret»"'
            : '"«new secret»"',
        )
      : "",
  ];
}
