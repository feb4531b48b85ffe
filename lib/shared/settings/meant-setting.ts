import { closeness } from "./closeness";
import type { Edition, FormerKey } from "./editions/edition";
import type { Field } from "./field";

export interface Meant {
  readonly field: Field;
  /** Whether the key is an old name, rather than a misspelling. */
  readonly isFormer: boolean;
  readonly opposite: boolean;
}

/** Matches keys that people use for comments. */
const comment = /^(?:[_$/#]|comment$|note$)/i;

/**
 * Finds the setting that an unrecognized key probably means: by an old name, by a path written as one key
 * (`general_serverName`), or by a few typing errors.
 */
export function meantSetting(
  { registry, formerKeys }: Pick<Edition, "registry" | "formerKeys">,
  segments: readonly string[],
  spelled: (path: string) => readonly string[],
): Meant | undefined {
  const key = segments.at(-1) ?? "";
  if (comment.test(key)) return undefined;
  const path = segments.join(".");
  const former: FormerKey | undefined = Object.hasOwn(formerKeys, path) ? formerKeys[path] : undefined;
  const known = former && registry.fieldAt(former.path);
  if (former && known) return { field: known, isFormer: true, opposite: former.opposite === true };
  const field = joined(path) ?? misspelt(registry.fields, (one) => spelled(one.path), segments);
  return field && { field, isFormer: false, opposite: false };

  function joined(path: string): Field | undefined {
    if (!/[._]/.test(key)) return undefined;
    const plain = (text: string) => text.replaceAll("_", ".").toLowerCase();
    return registry.fields.find((one) =>
      [one.path, spelled(one.path).join(".")].some((known) => plain(known) === plain(path)),
    );
  }
}

/**
 * Finds the section or group of settings that an unrecognized key with an object probably means, by a few
 * typing errors.
 */
export function meantGroup(
  { registry }: Pick<Edition, "registry">,
  segments: readonly string[],
  spelled: (path: string) => readonly string[],
): string | undefined {
  return misspelt(registry.containerPaths, spelled, segments);
}

/** The one candidate in the same group whose key differs by a few typing errors. */
function misspelt<T>(
  candidates: readonly T[],
  spelled: (candidate: T) => readonly string[],
  segments: readonly string[],
): T | undefined {
  const key = segments.at(-1) ?? "";
  const parents = segments.slice(0, -1).join(".");
  const near = candidates.flatMap((candidate) => {
    const known = spelled(candidate);
    const isSibling = known.slice(0, -1).join(".") === parents;
    const distance = isSibling ? closeness(key.toLowerCase(), (known.at(-1) ?? "").toLowerCase()) : Infinity;
    return distance <= mostErrors(key) ? [{ candidate, distance }] : [];
  });
  const [best, next] = near.toSorted((a, b) => a.distance - b.distance);
  return best && best.distance < (next?.distance ?? Infinity) ? best.candidate : undefined;
}

/** Short keys differ from other keys by chance. */
const mostErrors = ({ length }: string): number => (length < 5 ? 0 : length < 10 ? 1 : 2);
