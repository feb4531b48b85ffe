import { isObject } from "@/lib/shared/json/value";

/** Matches a path with an empty key, or with a key that could reach an object's prototype. */
const forbiddenKey = /(?:^|\.)(?:__proto__|constructor|prototype)?(?:\.|$)/;

/** Returns undefined if a key is forbidden. */
function keysOf(path: string): string[] | undefined {
  return forbiddenKey.test(path) ? undefined : path.split(".");
}

export function getAt(root: unknown, path: string): unknown {
  let current = root;
  for (const key of keysOf(path) ?? [""]) {
    if (!isObject(current) || !Object.hasOwn(current, key)) return undefined;
    current = current[key];
  }
  return current;
}

/** Copies nested objects, but not the lists in them. */
export function copyGroups(values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => [key, isObject(value) ? copyGroups(value) : value]),
  );
}

/**
 * Sets the value at a dotted path in place. Replaces any other values along the path with objects.
 * @throws RangeError if the path has an empty key or a key that could reach a prototype
 */
export function setAt(root: Record<string, unknown>, path: string, value: unknown): void {
  const keys = keysOf(path);
  const last = keys?.pop();
  if (keys === undefined || last === undefined) throw new RangeError(`“${path}” is not a key path.`);
  let current = root;
  for (const key of keys) {
    const next = Object.hasOwn(current, key) ? current[key] : undefined;
    const container = isObject(next) ? next : {};
    current[key] = container;
    current = container;
  }
  current[last] = value;
}
