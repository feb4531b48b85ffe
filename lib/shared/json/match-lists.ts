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
  const taken = new Uint8Array(old.length);
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
function finder(elements: readonly unknown[], taken: Uint8Array): (value: unknown) => number | undefined {
  // A text is its own key, because a list may have 100,000 of them.
  const placeOf = (value: unknown) => (typeof value === "string" ? value : keyOf(value));
  const firsts = new Map<string, number>();
  /** For each element, the index of the next element with the same key, or `none`. */
  const nexts = new Int32Array(elements.length);
  for (let index = elements.length - 1; index >= 0; index -= 1) {
    const key = placeOf(elements[index]);
    nexts[index] = firsts.get(key) ?? none;
    firsts.set(key, index);
  }
  const isUnique = firsts.size === elements.length;
  /** Most elements follow the same element as before. */
  let likely = 0;
  const find = (value: unknown): number | undefined => {
    if (isUnique && taken[likely] === 0 && elements[likely] === value) return likely;
    const key = placeOf(value);
    const start = firsts.get(key);
    if (start === undefined) return undefined;
    let at = start;
    while (taken[at] === 1) at = nexts[at]!;
    // Later calls need not pass these elements again.
    firsts.set(key, at);
    while (at !== none && (taken[at] === 1 || !sameJson(elements[at], value))) at = nexts[at]!;
    return at === none ? undefined : at;
  };
  return (value) => {
    const at = find(value);
    if (at === undefined) return undefined;
    taken[at] = 1;
    likely = at + 1;
    return at;
  };
}

const none = -1;

/**
 * Returns a text that is the same for equal values. Different integers that a double cannot hold may share a
 * text.
 */
function keyOf(value: unknown): string {
  if (typeof value === "number" || typeof value === "bigint") return String(Number(value));
  if (Array.isArray(value)) return `[${value.map(keyOf).join()}]`;
  if (!isObject(value)) return String(JSON.stringify(value));
  const members = Object.keys(value)
    .toSorted()
    .map((key) => `${JSON.stringify(key)}:${keyOf(value[key])}`);
  return `{${members.join()}}`;
}
