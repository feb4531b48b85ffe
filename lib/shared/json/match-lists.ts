import { isObject, sameJson } from "./value";

/**
 * For each new element of a list, the index of the old element that it continues: an equal one, or else an object with
 * the same `id`. Each old element is used once, and earlier ones are used first. The time grows with the length of both
 * lists, not with their product: any operator may send a long list.
 * @param shown the old elements as the sender of the new ones knows them, if that differs
 */
export function matchLists(
  items: readonly unknown[],
  old: readonly unknown[],
  shown: readonly unknown[] = old,
): (number | undefined)[] {
  const taken = new Set<number>();
  const equal = finder(shown, taken);
  const matches = items.map(equal);
  const withId = finder(old.map(idOf), taken);
  return items.map((item, index) => {
    const id = idOf(item);
    return matches[index] ?? (id === undefined ? undefined : withId(id));
  });
}

const idOf = (element: unknown): unknown => (isObject(element) ? element.id : undefined);

/** Returns a function that takes the first element that equals a value and is not taken yet, and returns its index. */
function finder(elements: readonly unknown[], taken: Set<number>): (value: unknown) => number | undefined {
  const places = new Map<string, number[]>();
  for (const [index, element] of elements.entries()) {
    const key = keyOf(element);
    const known = places.get(key);
    if (known) known.push(index);
    else places.set(key, [index]);
  }
  return (value) => {
    const candidates = places.get(keyOf(value)) ?? [];
    // From the front, without those that were taken by their id.
    while (candidates[0] !== undefined && taken.has(candidates[0])) candidates.shift();
    const at = candidates.findIndex((index) => !taken.has(index) && sameJson(elements[index], value));
    const [index] = at < 0 ? [] : candidates.splice(at, 1);
    if (index !== undefined) taken.add(index);
    return index;
  };
}

/** A text that is the same for equal values. Integers that a double cannot hold may share one with their neighbors. */
function keyOf(value: unknown): string {
  if (typeof value === "number" || typeof value === "bigint") return String(Number(value));
  if (Array.isArray(value)) return `[${value.map(keyOf).join()}]`;
  if (!isObject(value)) return JSON.stringify(value) ?? "undefined";
  const members = Object.keys(value)
    .toSorted()
    .map((key) => `${JSON.stringify(key)}:${keyOf(value[key])}`);
  return `{${members.join()}}`;
}
