import { isObject, sameJson } from "../json/value";
import { formatNumber } from "./kinds/amounts";

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
  readonly details?: readonly string[];
  readonly counts: { readonly added: number; readonly removed: number; readonly moved: number };
}

/** @param most how many entries of each kind the summary names */
export function summarize(from: readonly unknown[], to: readonly unknown[], most: number): ListSummary {
  const { added, removed, changed, moved } = listChanges(from, to);
  const first = (items: readonly unknown[]): string[] => items.map(nameOf).toSorted().slice(0, most);
  const moves = moved.length > mostMoves ? [] : movesInWords(moved);
  const rest = changed.length - most;
  const details = [
    ...changed.slice(0, most).map(changeInWords),
    ...(rest > 0 ? [`${formatNumber(rest)} more entries changed`] : []),
    ...moves,
  ];
  return {
    added: first(added),
    removed: first(removed),
    ...(details.length > 0 && { details }),
    counts: { added: added.length, removed: removed.length, moved: moved.length },
  };
}

export function nameOf(entry: unknown): string {
  if (typeof entry === "string") return entry;
  if (!isItem(entry)) return JSON.stringify(entry);
  const { name, id } = entry;
  return typeof name === "string" && name !== "" ? `${name} (${id})` : id;
}

/** Describes the keys that changed, for example "Europe (eu): endpoint 10.0.0.1:3004 → 10.0.0.2:3004". */
export function changeInWords([from, to]: readonly [Item, Item]): string {
  const keys = [...new Set([...Object.keys(from), ...Object.keys(to)])];
  const text = (value: unknown) =>
    value === undefined ? "nothing" : typeof value === "string" ? value : JSON.stringify(value);
  const changes = keys
    .filter((key) => !sameJson(from[key], to[key]))
    .map((key) => `${key} ${text(from[key])} → ${text(to[key])}`);
  return `${nameOf(from)}: ${changes.join(", ")}`;
}

/** If more entries moved, only their number is shown. */
const mostMoves = 5;

export const movesInWords = (moves: readonly Move[]): string[] =>
  moves.length > mostMoves
    ? [`${formatNumber(moves.length)} entries moved`]
    : moves.map(({ item, before }) =>
        before === undefined
          ? `${nameOf(item)} moved to the end`
          : `${nameOf(item)} moved before ${nameOf(before)}`,
      );

/** A text is its own key, because a list may have 100,000 of them. No text begins with NUL. */
const keyOf = (value: unknown): string =>
  typeof value === "string" ? value : isItem(value) ? `\0#${value.id}` : `\0=${JSON.stringify(value)}`;

/** Compares two lists in n·log(n). Objects with an id are matched by id, all other entries by value. */
export function listChanges(from: readonly unknown[], to: readonly unknown[]): ListChanges {
  const old = new Map<string, number>();
  for (const [index, item] of from.entries()) old.set(keyOf(item), index);
  const isUnique = old.size === from.length;
  /** @param likely the index that most entries have, which costs no lookup */
  const indexOf = (item: unknown, likely: number): number | undefined =>
    isUnique && from[likely] === item ? likely : old.get(keyOf(item));
  const common: { item: unknown; index: number }[] = [];
  const changed: (readonly [Item, Item])[] = [];
  const added: unknown[] = [];
  /** For each index in `old`, whether the new list has the entry. */
  const stays = new Uint8Array(from.length);
  let next = 0;
  for (const item of to) {
    const index = indexOf(item, next);
    if (index !== undefined) next = index + 1;
    if (index === undefined) added.push(item);
    else if (stays[index] === 0) {
      stays[index] = 1;
      common.push({ item, index });
      const before = from[index];
      if (isItem(item) && isItem(before) && !sameJson(item, before)) changed.push([before, item]);
    }
  }
  const removed = from.filter((item, at) => stays[indexOf(item, at)!] === 0);
  return { added, removed, changed, moved: movesIn(common) };
}

function movesIn(common: readonly { item: unknown; index: number }[]): Move[] {
  if (common.every(({ index }, at) => at === 0 || index > common[at - 1]!.index)) return [];
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
