/**
 * What kind of author a version or an audit entry has. It is stored with the name, because a name can be chosen.
 * `outside`: a person or program that changed the file without the panel. `unproven`: somebody who has not signed in, whatever name they
 * gave. `unknown`: not recorded by the version of the panel that wrote it.
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

/** Who did something. */
export interface Author {
  readonly kind: AuthorKind;
  readonly name: string;
}

/** The panel, by itself. */
export const thePanel: Author = { kind: "panel", name: "system" };
/** Author of versions that the panel found in the file but did not write. */
export const outsideAuthor: Author = { kind: "outside", name: "outside the panel" };
/** A person who may run commands on the machine. */
export const commandLine: Author = { kind: "command", name: "command line" };

/** Somebody who has not signed in. @param name of the operator they say they are, if there is such an operator */
export const unproven = (name = "somebody"): Author => ({ kind: "unproven", name });

/** A signed-in operator. */
export const byOperator = (name: string): Author => ({ kind: "operator", name });

/** The kind that a database row names. */
export const authorKindOf = (stored: string): AuthorKind =>
  authorKinds.find((kind) => kind === stored) ?? "unknown";

const words: Partial<Record<AuthorKind, string>> = {
  panel: "The panel itself",
  outside: "Outside the panel",
  command: "Command line",
};

/** What is said with a name, in a form that no operator's name can have: names have no parentheses. */
const remarks: Partial<Record<AuthorKind, string>> = {
  token: "API token",
  user: "user of the instance",
  unproven: "not signed in",
  unknown: "author not verified",
};

/** The author as two texts, for people: the name of a person, if it is one, and what has to be said with it. */
export function authorParts({ kind, name }: Author): { name: string | null; remark: string | null } {
  const fixed = words[kind];
  if (fixed !== undefined) return { name: null, remark: fixed };
  return { name, remark: remarks[kind] ?? (isReserved(name) ? "operator" : null) };
}

/** The author in one text. */
export function authorWords(author: Author): string {
  const { name, remark } = authorParts(author);
  if (name === null) return remark ?? "";
  return remark === null ? name : `${name} (${remark})`;
}

/** The same, within a sentence. */
export const authorInSentence = (author: Author): string =>
  author.kind in words ? authorWords(author).toLowerCase() : authorWords(author);

/** Names that no operator may have, because they read as the panel, another program or an unknown author. */
const RESERVED = new Set([
  "system",
  "panel",
  "the panel",
  "the panel itself",
  "outside the panel",
  "command line",
  "instance admin",
  "your instance",
  "somebody",
  "nobody",
  "unknown",
  "unknown user",
]);

/** Whether a name is one of those, in any case and with any blanks between its words. */
export const isReserved = (name: string): boolean =>
  RESERVED.has(
    name
      .normalize("NFKC")
      .trim()
      .toLowerCase()
      .replace(/[\s._-]+/g, " "),
  );
