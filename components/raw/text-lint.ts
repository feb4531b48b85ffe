import { type Diagnostic, linter, lintGutter } from "@codemirror/lint";
import { type Extension, StateEffect, StateField, type Text } from "@codemirror/state";
import { findNodeAtLocation, parseTree } from "jsonc-parser";
import type { Problem } from "@/lib/config/document";
import type { JsonSchema } from "@/lib/config/json-schema";
import { checkAgainst } from "./schema-check";
import { checkText, type TextProblem } from "./text-problems";

/** What the server says about the text as it is; gone as soon as the text changes. */
export const setServerProblems = StateEffect.define<TextProblem[]>();

const serverProblems = StateField.define<TextProblem[]>({
  create: () => [],
  update(problems, transaction) {
    for (const effect of transaction.effects) if (effect.is(setServerProblems)) return effect.value;
    return transaction.docChanged ? [] : problems;
  },
});

/** How long nothing is typed before the text is checked, in milliseconds. */
const lintDelay = 250;

/** Marks problems at their lines: the browser's own check of syntax and schema, and what the server found. */
export function textLint(schema: JsonSchema | undefined): Extension {
  return [
    serverProblems,
    lintGutter(),
    linter(
      ({ state }) => {
        const { root, problems } = checkText(state.doc.toString());
        const values = root && schema && problems.length === 0 ? checkAgainst(schema, root) : [];
        return merged([...state.field(serverProblems), ...problems, ...values], state.doc.length);
      },
      {
        delay: lintDelay,
        needsRefresh: ({ transactions }) =>
          transactions.some(({ effects }) => effects.some((effect) => effect.is(setServerProblems))),
      },
    ),
  ];
}

/** One mark per place, the first that names it, within the text. */
function merged(problems: readonly TextProblem[], length: number): Diagnostic[] {
  const places = new Set<number>();
  return problems.flatMap(({ from, to, ...rest }) => {
    const start = Math.min(from, length);
    if (places.has(start)) return [];
    places.add(start);
    return { from: start, to: Math.min(Math.max(to, start), length), ...rest };
  });
}

/**
 * Places for the server's problems: by line and column, or by the setting's key.
 * @param spelled gives the key path as the file spells it
 */
export function placeProblems(
  doc: Text,
  problems: readonly Problem[],
  spelled: (path: string) => string,
): TextProblem[] {
  const root = parseTree(doc.toString());
  return problems.map(({ path, line, column, message, severity }): TextProblem => {
    if (line !== undefined) {
      const { from, to } = doc.line(Math.min(Math.max(line, 1), doc.lines));
      const start = Math.min(from + Math.max((column ?? 1) - 1, 0), to);
      return { from: start, to: Math.max(start, Math.min(start + 1, to)), message, severity };
    }
    const node = path === undefined || !root ? undefined : findNodeAtLocation(root, spelled(path).split("."));
    const [from, to] = node ? [node.offset, node.offset + node.length] : [0, 0];
    return { from, to, message, severity };
  });
}
