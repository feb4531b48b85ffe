import type { Field } from "./field";
import { namesOf } from "./search-names";

/** Returns up to `count` settings whose names are spelled most like the query, for a query that finds nothing. */
export function nearestSettings(fields: readonly Field[], query: string, count: number): readonly Field[] {
  const trigrams = trigramsOf(query);
  return fields
    .map((field) => {
      const names = trigramsOf(`${field.label} ${namesOf(field).join(" ")}`);
      return { field, shared: [...trigrams].filter((part) => names.has(part)).length };
    })
    .filter(({ shared }) => shared > 0)
    .sort((a, b) => b.shared - a.shared)
    .slice(0, count)
    .map(({ field }) => field);
}

function trigramsOf(text: string): Set<string> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return new Set(
    words.flatMap((word) => {
      const padded = ` ${word} `;
      return Array.from({ length: padded.length - 2 }, (_, at) => padded.slice(at, at + 3));
    }),
  );
}
