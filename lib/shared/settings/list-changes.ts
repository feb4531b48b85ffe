import { isObject, sameJson } from "../json/value";

type Item = Record<string, unknown> & { id: string };

export const isItem = (value: unknown): value is Item => isObject(value) && typeof value["id"] === "string";

export interface Move {
  readonly item: unknown;
  /** The entry that now follows the moved entry. Undefined if the moved entry is now the last. */
  readonly before: unknown;
}

export interface ListChanges {
  readonly added: readonly unknown[];
  readonly removed: readonly unknown[];
  /** Objects with an id whose other keys differ. */
  readonly changed: readonly (readonly [from: Item, to: Item])[];
  /** The fewest entries whose moves explain the new order. */
  readonly moved: readonly Move[];
}

export interface ListSummary {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly counts: { readonly added: number; readonly removed: number; readonly moved: number };
}

/** @param most how many entries of each kind the summary names */
export function summarize(from: readonly unknown[], to: readonly unknown[], most: number): ListSummary {
  const { added, removed, moved } = listChanges(from, to);
  const first = (items: readonly unknown[]): string[] =>
    items
      .map((item) => (typeof item === "string" ? item : JSON.stringify(item)))
      .toSorted()
      .slice(0, most);
  return {
    added: first(added),
    removed: first(removed),
    counts: { added: added.length, removed: removed.length, moved: moved.length },
  };
}

const keyOf = (value: unknown): string =>
  typeof value === "string" ? `"${value}` : isItem(value) ? `#${value.id}` : `=${JSON.stringify(value)}`;

/** Compares two lists in n·log(n). Objects with an id are matched by id, all other entries by value. */
export function listChanges(from: readonly unknown[], to: readonly unknown[]): ListChanges {
  const old = new Map(from.map((item, index) => [keyOf(item), { item, index }]));
  const keys = new Set(to.map(keyOf));
  const common: { item: unknown; index: number }[] = [];
  const changed: (readonly [Item, Item])[] = [];
  const added: unknown[] = [];
  const seen = new Set<string>();
  for (const item of to) {
    const key = keyOf(item);
    const before = old.get(key);
    if (before === undefined) added.push(item);
    else if (!seen.has(key)) {
      common.push({ item, index: before.index });
      if (isItem(item) && isItem(before.item) && !sameJson(item, before.item))
        changed.push([before.item, item]);
    }
    seen.add(key);
  }
  return { added, removed: from.filter((item) => !keys.has(keyOf(item))), changed, moved: movesIn(common) };
}

function movesIn(common: readonly { item: unknown; index: number }[]): Move[] {
  const stays = longestRise(common.map(({ index }) => index));
  return common.flatMap(({ item }, at) => (stays.has(at) ? [] : [{ item, before: common[at + 1]?.item }]));
}

function longestRise(numbers: readonly number[]): ReadonlySet<number> {
  /** For each length, the position of the smallest number that ends a rise of that length. */
  const ends: number[] = [];
  const previous: (number | undefined)[] = [];
  for (const [at, number] of numbers.entries()) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((numbers[ends[middle] ?? 0] ?? 0) < number) low = middle + 1;
      else high = middle;
    }
    previous.push(ends[low - 1]);
    ends[low] = at;
  }
  const rise = new Set<number>();
  for (let at = ends.at(-1); at !== undefined; at = previous[at]) rise.add(at);
  return rise;
}
