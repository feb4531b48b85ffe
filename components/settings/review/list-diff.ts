import { namedItems } from "@/lib/shared/settings/kinds/items";
import { isObject, sameJson } from "@/lib/shared/json/value";

export interface ListChange {
  kind: "added" | "removed" | "changed" | "moved";
  text: string;
}

type Item = Record<string, unknown> & { id: string };

function isItem(value: unknown): value is Item {
  return isObject(value) && typeof value.id === "string";
}

function nameOf(value: unknown): string {
  if (typeof value === "string") return value;
  if (!isItem(value)) return JSON.stringify(value);
  const { name, id } = value;
  return typeof name === "string" && name !== "" ? `${name} (${id})` : id;
}

/** Example: "endpoint 10.0.0.1:3004 → 10.0.0.2:3004". */
function keysOf(from: Item, to: Item): string {
  const keys = [...new Set([...Object.keys(from), ...Object.keys(to)])];
  const text = (value: unknown) =>
    value === undefined ? "nothing" : typeof value === "string" ? value : JSON.stringify(value);
  return keys
    .filter((key) => !sameJson(from[key], to[key]))
    .map((key) => `${key} ${text(from[key])} → ${text(to[key])}`)
    .join(", ");
}

/** Matches objects with an id by the id, and all other elements by value. */
function counterpart(item: unknown, list: readonly unknown[]): unknown {
  if (!isItem(item)) return list.find((other) => sameJson(item, other));
  return list.find((other) => isItem(other) && other.id === item.id);
}

export function listDiff(before: readonly unknown[], after: readonly unknown[]): ListChange[] {
  const [from, to] = [namedItems(before), namedItems(after)];
  const removed = from.filter((item) => counterpart(item, to) === undefined);
  const added = to.filter((item) => counterpart(item, from) === undefined);
  const kept = from.filter((item) => !removed.includes(item)).map(nameOf);
  const keptThen = to.filter((item) => !added.includes(item));
  const changed = keptThen.flatMap((item): ListChange[] => {
    const before = counterpart(item, from);
    if (!isItem(item) || !isItem(before) || sameJson(item, before)) return [];
    return [{ kind: "changed", text: `${nameOf(before)}: ${keysOf(before, item)}` }];
  });
  const isMoved = !sameJson(
    kept,
    keptThen.map((item) => nameOf(counterpart(item, from))),
  );
  return [
    ...removed.map((item): ListChange => ({ kind: "removed", text: nameOf(item) })),
    ...changed,
    ...added.map((item): ListChange => ({ kind: "added", text: nameOf(item) })),
    ...(isMoved ? [{ kind: "moved", text: `New order: ${to.map(nameOf).join(", ")}` } as const] : []),
  ];
}
