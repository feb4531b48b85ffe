import { isObject } from "../json/value";

/** From this many entries on, a list is edited as text, and pages contain only its length. */
export const longFrom = 200;

/** Stands for a list that a page does not contain (`GET /config/list` returns its entries). */
export interface CountedList {
  readonly counted: number;
  /** Differs if the entries differ. */
  readonly digest: string;
}

export const isCounted = (value: unknown): value is CountedList =>
  isObject(value) && typeof value["counted"] === "number" && typeof value["digest"] === "string";

export const isLong = (value: unknown): value is readonly unknown[] =>
  Array.isArray(value) && value.length >= longFrom;

/** Remembers the result of `work` for each long list. Versions of the file share the lists that did not change. */
export function oncePerList<R>(work: (list: readonly unknown[]) => R): (list: readonly unknown[]) => R {
  const results = new WeakMap<readonly unknown[], { readonly result: R }>();
  return (list) => {
    if (!isLong(list)) return work(list);
    const known = results.get(list) ?? { result: work(list) };
    results.set(list, known);
    return known.result;
  };
}
