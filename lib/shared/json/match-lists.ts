import { isObject, sameJson } from "./value";

/**
 * Returns the index of the matching old element for each new element of a list: an equal element, or else an
 * object with the same `id`. Of several matches, the first unused element counts. Any operator may send a
 * long list, so the running time grows with the sum of the lengths instead of their product.
 * @param shown the old elements as the sender of `items` received them, if they differ from `old`
 */
export function matchLists(
  items: readonly unknown[],
  old: readonly unknown[],
  shown: readonly unknown[] = old,
): (number | undefined)[] {
  const taken = new Set<number>();
  const matches = items.map(finder(shown, taken));
  if (!items.some((item, index) => matches[index] === undefined && idOf(item) !== undefined)) return matches;
  const withId = finder(old.map(idOf), taken);
  return items.map((item, index) => {
    const id = idOf(item);
    return matches[index] ?? (id === undefined ? undefined : withId(id));
  });
}

const idOf = (element: unknown): unknown => (isObject(element) ? element.id : undefined);

/**
 * Returns a function that finds the index of the first element that equals a value. The function ignores
 * indexes in `taken`, and adds the index that it returns to `taken`.
 */
function finder(elements: readonly unknown[], taken: Set<number>): (value: unknown) => number | undefined {
  const places = new Map<string, number[]>();
  // A text is its own key, because a list may have 100,000 of them.
  const placeOf = (value: unknown) => (typeof value === "string" ? value : keyOf(value));
  for (const [index, element] of elements.entries()) {
    const key = placeOf(element);
    const known = places.get(key);
    if (known) known.push(index);
    else places.set(key, [index]);
  }
  return (value) => {
    const candidates = places.get(placeOf(value)) ?? [];
    // Removes candidates at the front that were already matched by their `id`.
    while (candidates[0] !== undefined && taken.has(candidates[0])) candidates.shift();
    const at = candidates.findIndex((index) => !taken.has(index) && sameJson(elements[index], value));
    const [index] = at < 0 ? [] : candidates.splice(at, 1);
    if (index !== undefined) taken.add(index);
    return index;
  };
}

/**
 * Returns a text that is the same for equal values. Different integers that a double cannot hold may share a
 * text.
 */
function keyOf(value: unknown): string {
  if (typeof value === "string") return `"${value}`;
  if (typeof value === "number" || typeof value === "bigint") return String(Number(value));
  if (Array.isArray(value)) return `[${value.map(keyOf).join()}]`;
  if (!isObject(value)) return JSON.stringify(value) ?? "undefined";
  const members = Object.keys(value)
    .toSorted()
    .map((key) => `${JSON.stringify(key)}:${keyOf(value[key])}`);
  return `{${members.join()}}`;
}
