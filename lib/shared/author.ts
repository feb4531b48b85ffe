import { skeletonOf } from "./skeleton";

/**
 * The kinds of authors of versions and audit entries. The kind is stored with the name, because anybody can
 * choose any name.
 *
 * - `outside`: a person or a program changed the file without the panel
 * - `unproven`: a person who has not signed in, under whatever name they gave
 * - `unknown`: the version of the panel that wrote the entry did not record the kind
 */
export const authorKinds = [
  "operator",
  "token",
  "user",
  "panel",
  "outside",
  "command",
  "unproven",
  "unknown",
] as const;
export type AuthorKind = (typeof authorKinds)[number];

export interface Author {
  readonly kind: AuthorKind;
  readonly name: string;
}

/** The author of actions that the panel performs without a request. */
export const thePanel: Author = { kind: "panel", name: "system" };
export const outsideAuthor: Author = { kind: "outside", name: "outside the panel" };
/** The author of commands, which a person with access to the machine runs. */
export const commandLine: Author = { kind: "command", name: "command line" };

/** @param name the name of the operator whom the person claims to be, if that operator exists */
export const unproven = (name = "somebody"): Author => ({ kind: "unproven", name });

export const byOperator = (name: string): Author => ({ kind: "operator", name });

export const authorKindOf = (stored: string): AuthorKind =>
  authorKinds.find((kind) => kind === stored) ?? "unknown";

const words: Partial<Record<AuthorKind, string>> = {
  panel: "The panel itself",
  outside: "Outside the panel",
  command: "Command line",
};

/**
 * Remarks that are shown in parentheses after a name. No operator can imitate them, because names have no parentheses.
 */
const remarks: Partial<Record<AuthorKind, string>> = {
  token: "API token",
  user: "user of the instance",
  unproven: "not signed in",
  unknown: "author not verified",
};

/**
 * `name` is a person's name, or null for other authors. `remark` explains or replaces the name, and is null
 * if neither is necessary.
 */
export function authorParts({ kind, name }: Author): { name: string | null; remark: string | null } {
  const fixed = words[kind];
  if (fixed !== undefined) return { name: null, remark: fixed };
  return { name, remark: remarks[kind] ?? (isReserved(name) ? "operator" : null) };
}

export function authorWords(author: Author): string {
  const { name, remark } = authorParts(author);
  if (name === null) return remark ?? "";
  return remark === null ? name : `${name} (${remark})`;
}

/** Like `authorWords`, but for use within a sentence: "the panel" instead of "The panel". */
export const authorInSentence = (author: Author): string =>
  author.kind in words ? authorWords(author).toLowerCase() : authorWords(author);

/** Names that no operator may have, because they look like the panel, another program or an unknown author. */
const RESERVED =
  "system, panel, the panel, the panel itself, outside the panel, command line, instance admin, " +
  "your instance, somebody, nobody, unknown, unknown user";

const withoutSeparators = (name: string) => name.replace(/[\s._-]+/g, " ");

const RESERVED_SKELETONS = new Set(RESERVED.split(", ").map(skeletonOf));

/** Whether the name is, or looks like, a reserved name. Ignores case and separators (blanks, `.`, `_`, `-`). */
export const isReserved = (name: string): boolean => {
  const words = withoutSeparators(name.normalize("NFKC").trim());
  return RESERVED_SKELETONS.has(skeletonOf(words)) || RESERVED_SKELETONS.has(skeletonOf(words.toLowerCase()));
};
