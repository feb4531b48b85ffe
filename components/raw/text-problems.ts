import { type Node, type ParseError, parseTree, printParseErrorCode } from "jsonc-parser";

/** Something at a place of a text; offsets count UTF-16 units from 0. */
export interface TextProblem {
  from: number;
  to: number;
  severity: "error" | "warning";
  message: string;
}

export interface CheckedText {
  /** The text as far as it can be understood. */
  root: Node | undefined;
  problems: TextProblem[];
}

const words: Readonly<Record<string, string>> = {
  InvalidSymbol: "This is no JSON value. Texts stand between double quotes.",
  InvalidNumberFormat: "This is no number in JSON.",
  PropertyNameExpected: "A key between double quotes is missing here, or a comma is too many.",
  ValueExpected: "A value is missing here, or a comma is too many.",
  ColonExpected: "A colon is missing here.",
  CommaExpected: "A comma is missing here.",
  CloseBraceExpected: "A closing brace } is missing.",
  CloseBracketExpected: "A closing bracket ] is missing.",
  EndOfFileExpected: "The text goes on after the end of the configuration.",
  InvalidCommentToken: "Comments are not allowed in JSON.",
  UnexpectedEndOfComment: "Comments are not allowed in JSON.",
  UnexpectedEndOfString: "The closing double quote is missing.",
  UnexpectedEndOfNumber: "The number is cut off.",
  InvalidUnicode: "\\u is followed by four hexadecimal digits.",
  InvalidEscapeCharacter: "This escape does not exist in JSON. Write \\\\ for a backslash.",
  InvalidCharacter: "This character must be escaped in a JSON text.",
};

/** What keeps a text from being the configuration: syntax, keys that stand twice, a root that is no object. */
export function checkText(text: string): CheckedText {
  const errors: ParseError[] = [];
  let root: Node | undefined;
  try {
    root = parseTree(text, errors, { disallowComments: true, allowTrailingComma: false });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { root: undefined, problems: [problem(0, 1, "The text is nested too deeply.")] };
  }
  const problems = errors.map(({ error, offset, length }) =>
    problem(offset, length, words[printParseErrorCode(error)] ?? "This is not valid JSON."),
  );
  if (root) problems.push(...duplicates(root));
  if (root && root.type !== "object" && errors.length === 0) {
    problems.push(
      problem(root.offset, root.length, "The configuration is an object: it stands between { and }."),
    );
  }
  return { root, problems };
}

function problem(offset: number, length: number, message: string): TextProblem {
  return { from: offset, to: offset + length, severity: "error", message };
}

function duplicates(root: Node): TextProblem[] {
  const found: TextProblem[] = [];
  const open = [root];
  for (let node = open.pop(); node; node = open.pop()) {
    const seen = new Set<unknown>();
    for (const child of node.children ?? []) {
      open.push(child);
      const key = node.type === "object" ? child.children?.[0] : undefined;
      if (key && seen.has(key.value)) {
        found.push(
          problem(
            key.offset,
            key.length,
            `The key “${String(key.value)}” stands twice in this object. Keep one.`,
          ),
        );
      }
      if (key) seen.add(key.value);
    }
  }
  return found;
}
