import { hiddenCause, trimmedText } from "./hidden-characters";
import { asciiDomain } from "./items";

export interface ListText {
  /** The entries without repeats, in order. Contains invalid entries, which a save refuses. */
  readonly items: readonly string[];
  /** Lines (from 1) that need attention, in order. */
  readonly marks: readonly LineMark[];
}

export interface LineMark {
  readonly line: number;
  readonly kind: "invalid" | "duplicate";
  readonly text: string;
}

/** @param refusalOf returns why an entry is not valid */
export function readListText(
  lines: Iterable<string>,
  refusalOf: (item: string) => string | undefined,
): ListText {
  const first = new Map<string, number>();
  const items: string[] = [];
  const marks: LineMark[] = [];
  let line = 0;
  for (const text of lines) {
    line += 1;
    const item = trimmedText(text);
    if (item === "") continue;
    const earlier = first.get(asciiDomain(item));
    if (earlier !== undefined) {
      marks.push({ line, kind: "duplicate", text: `Same as line ${earlier.toLocaleString("en")}` });
      continue;
    }
    first.set(asciiDomain(item), line);
    items.push(item);
    const refusal = refusalOf(item);
    if (refusal !== undefined) marks.push({ line, kind: "invalid", text: slipOf(item) ?? refusal });
  }
  return { items, marks };
}

/** Names the most frequent slips in pasted lists, which the entry's schema describes only in general. */
function slipOf(item: string): string | undefined {
  if (item.startsWith("@")) return "Remove the “@”";
  if (/^["'“”]|["'“”],?$/.test(item)) return "Remove the quotes";
  if (/[,;]/.test(item)) return "Put each entry on its own line";
  if (/[ \t]/.test(item)) return "Remove the space";
  return hiddenCause(item);
}
