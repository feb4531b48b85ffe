import { Fragment, type ReactNode } from "react";
import { cn } from "@/components/ui/cn";
import type { ConfigSnapshot } from "@/lib/shared/contract/config-snapshot";
import type { Field } from "@/lib/shared/settings/field";
import { editionOf, sectionOfAny } from "@/lib/shared/settings/editions";
import { namesOf } from "@/lib/shared/settings/search-names";

/**
 * Minimum length of a match that is marked inside a word. Shorter matches are marked only at the beginning of a word.
 */
const insideWords = 4;

/** Whether a word begins at this index. In "maxTopic-size", words begin at "max", "Topic" and "size". */
function beginsWord(text: string, at: number): boolean {
  return at === 0 || /[^\p{L}\p{N}]$/u.test(text.slice(0, at)) || /^\p{Lu}/u.test(text.slice(at));
}

/** Splits a string into parts. The parts at odd indexes match the query. */
export function partsOf(text: string, letters: readonly string[]): string[] {
  const lower = text.toLowerCase();
  const isMarked = Array.from({ length: text.length }, () => false);
  for (const part of letters) {
    for (let at = lower.indexOf(part); at !== -1 && part !== ""; at = lower.indexOf(part, at + 1)) {
      if (part.length >= insideWords || beginsWord(text, at)) isMarked.fill(true, at, at + part.length);
    }
  }
  const parts = [""];
  for (const [at, letter] of text.split("").entries()) {
    if ((isMarked[at] === true) !== (parts.length % 2 === 0)) parts.push("");
    parts.push((parts.pop() ?? "") + letter);
  }
  return parts;
}

export function Marked({ text, letters }: { text: string; letters: readonly string[] }) {
  return partsOf(text, letters).map((part, index) =>
    index % 2 === 0 ? (
      <Fragment key={index}>{part}</Fragment>
    ) : (
      <mark key={index} className="bg-transparent font-semibold text-accent-text">
        {part}
      </mark>
    ),
  );
}

interface Reason {
  text: string;
  isKey: boolean;
  isByValue?: true;
}

/** If only the help text or a synonym matches the query, returns that text or the matching words instead. */
export function reasonOf(
  field: Pick<Field, "path" | "label" | "help" | "synonyms">,
  key: string,
  letters: readonly string[],
): Reason {
  const fits = (text: string) => partsOf(text, letters).length > 1;
  const byKey = { text: key, isKey: true };
  if ([field.label, sectionOfAny(field.path)?.title ?? "", key].some(fits)) return byKey;
  if (fits(field.help)) return { text: field.help, isKey: false };
  const words = namesOf(field)
    .flatMap((name) => name.split(" "))
    .filter(fits);
  return words.length === 0
    ? { ...byKey, isByValue: true }
    : { text: `matches: ${[...new Set(words)].join(", ")}`, isKey: false };
}

interface FoundTextProps {
  field: Field;
  letters: readonly string[];
  document: ConfigSnapshot;
  /** Wraps the label, such as in a link. */
  wrap?: (label: ReactNode) => ReactNode;
  isBrief?: true;
  children?: ReactNode;
}

export function FoundText({
  field,
  letters,
  document,
  wrap = (label) => label,
  isBrief,
  children,
}: FoundTextProps) {
  const { text, isKey } = reasonOf(field, document.spelling[field.path] ?? field.path, letters);
  const reason = <Marked text={text} letters={letters} />;
  const section = editionOf(document.naming).registry.sectionOf(field.path)?.title ?? "";
  return (
    <span className="flex min-w-0 flex-1 basis-64 flex-col">
      <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
        {wrap(<Marked text={field.label} letters={letters} />)}
        {children}
      </span>
      <span className={cn("text-xs text-muted-foreground", isBrief && "truncate")}>
        <Marked text={section} letters={letters} />
        {" · "}
        {isKey ? <code className="wrap-anywhere">{reason}</code> : reason}
      </span>
    </span>
  );
}
