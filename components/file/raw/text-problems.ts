import type { JsonFault, JsonProblem } from "@/lib/shared/json/problem";
import { readTolerantly } from "@/lib/shared/json/read";
import type { JsonNode } from "@/lib/shared/json/tree";

/** A problem at a place in a text; offsets count UTF-16 units from 0. */
export interface TextProblem {
  from: number;
  to: number;
  severity: "error" | "warning";
  message: string;
}

export interface CheckedText {
  /** The text, parsed as far as possible. */
  root: JsonNode | undefined;
  problems: TextProblem[];
}

const missingKey = "A key between double quotes is missing here, or a comma is too many.";
const missingValue = "A value is missing here, or a comma is too many.";

const words: Readonly<Record<JsonFault, string | ((problem: JsonProblem) => string)>> = {
  "missing-value": missingValue,
  "missing-key": missingKey,
  "missing-colon": "A colon is missing here.",
  "missing-comma": "A comma is missing here.",
  "trailing-comma": ({ container }) => (container === "object" ? missingKey : missingValue),
  unclosed: ({ container }) =>
    container === "object" ? "A closing brace } is missing." : "A closing bracket ] is missing.",
  "unclosed-string": "The closing double quote is missing.",
  "invalid-value": "This is no JSON value. Texts stand between double quotes.",
  "invalid-number": "This is no number in JSON.",
  "invalid-escape":
    "This escape does not exist in JSON. Write \\\\ for a backslash, and four hexadecimal digits after \\u.",
  "control-character": "This character must be escaped in a JSON text.",
  comment: "Comments are not allowed in JSON.",
  "after-end": "The text goes on after the end of the configuration.",
  "too-deep": "The text is nested too deeply.",
  "duplicate-key": ({ key }) => `The key “${key}” stands twice in this object. Keep one.`,
  "forbidden-key": ({ key }) => `The key “${key}” is not allowed. Remove it.`,
};

/** Why a text is not a valid configuration file: syntax errors, duplicate keys, or a root that is not an object. */
export function checkText(text: string): CheckedText {
  const { root, problems: found } = readTolerantly(text);
  const problems = found.map((one) => {
    const message = words[one.code];
    return problem(one.start, one.end, typeof message === "string" ? message : message(one));
  });
  if (root && root.type !== "object" && found.length === 0) {
    problems.push(
      problem(root.start, root.end, "The configuration is an object: it stands between { and }."),
    );
  }
  return { root, problems };
}

function problem(from: number, to: number, message: string): TextProblem {
  return { from, to, severity: "error", message };
}
