import type { JsonFault, JsonNode, JsonProblem } from "@/lib/shared/json/tree";
import { causeOf } from "@/lib/shared/json/cause";
import { maxKeys, maxNumberLength, maxValues, readTolerantly } from "@/lib/shared/json/read";

/** A range of a text and what is wrong with it. Offsets count UTF-16 units from 0. */
export interface TextProblem {
  from: number;
  to: number;
  severity: "error" | "warning";
  message: string;
}

export interface CheckedText {
  root: JsonNode | undefined;
  problems: TextProblem[];
}

const missingKey = "Key missing: add a key in double quotes, or remove the previous comma.";
const missingValue = "Value missing: add a value, or remove the previous comma.";

const words: Readonly<Record<JsonFault, string | ((problem: JsonProblem) => string)>> = {
  "missing-value": missingValue,
  "missing-key": missingKey,
  "unquoted-key": "Not valid JSON: keys need double quotes.",
  "missing-colon": "Colon missing between the key and its value.",
  "missing-comma": "Comma missing between two entries.",
  "trailing-comma": ({ container }) => (container === "object" ? missingKey : missingValue),
  unclosed: ({ container }) =>
    container === "object"
      ? "Object not closed: add a } at its end."
      : "List not closed: add a ] at its end.",
  "unclosed-string": "String not closed: add a double quote at its end.",
  "invalid-value": "Not valid JSON: strings need double quotes.",
  "invalid-number": "Not a valid JSON number: write it like 12, -3 or 0.5.",
  "invalid-escape": "Unknown escape: write \\\\ for a backslash, or \\u and four hexadecimal digits.",
  "control-character": "Control character in a string: write it as an escape, such as \\n for a new line.",
  comment: "JSON does not allow comments: remove this one.",
  "after-end": "Text after the end of the file: remove it.",
  "long-number": `Longer than ${maxNumberLength} characters: shorten the number.`,
  "too-deep": "Nested too deeply: reduce the nesting.",
  "too-many-keys": `More than ${maxKeys.toLocaleString("en")} keys: remove keys that the instance does not need.`,
  "too-many-values": `More than ${maxValues.toLocaleString("en")} values: make the lists shorter.`,
  "duplicate-key": ({ key }) => `Key “${key}” appears twice in this object: the instance uses the last one.`,
  "forbidden-key": ({ key }) => `Key “${key}” is not allowed: remove it.`,
};

export function checkText(text: string): CheckedText {
  const { root, problems } = checkJson(text);
  if (root && root.type !== "object" && problems.length === 0) {
    return {
      root,
      problems: [problem(root.start, root.end, "The file must be an object: put it between { and }.")],
    };
  }
  return { root, problems };
}

export function checkJson(text: string): CheckedText {
  const { root, problems } = readTolerantly(text);
  return {
    root,
    problems: problems.map((one) => {
      const message = causeOf(text, one) ?? words[one.code];
      const syntaxProblem = problem(one.start, one.end, typeof message === "string" ? message : message(one));
      return one.code === "duplicate-key" ? { ...syntaxProblem, severity: "warning" } : syntaxProblem;
    }),
  };
}

export function lineAndColumn(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset);
  return { line: before.split("\n").length, column: offset - before.lastIndexOf("\n") };
}

function problem(from: number, to: number, message: string): TextProblem {
  return { from, to, severity: "error", message };
}
