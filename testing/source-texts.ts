import { createRequire } from "node:module";
import type * as TypeScript from "typescript";

// `import` would return a proxy, because Vitest wraps CommonJS packages. A proxy would be slow for a million
// calls.
const ts = createRequire(import.meta.url)("typescript") as typeof TypeScript;

/** A piece of a source file's text that a person may read, and the line where it starts. */
export interface SourceText {
  line: number;
  text: string;
}

/** Attributes, properties and constants whose texts nobody reads, such as styles and synonyms for the search. */
const silentNames = new Set(["className", "style", "synonyms", "names", "viewBox"]);
/** Functions whose arguments are styles or selectors. */
const silentCalls = new Set(["cn", "clsx", "querySelector", "querySelectorAll", "closest", "matchMedia"]);

/**
 * Returns the prose in a TypeScript or JavaScript file: text between tags, and strings that contain two words
 * or start with a capital letter. Other strings are codes, paths and names. `…` replaces the values in a
 * template.
 */
export function sourceTexts(fileName: string, source: string): SourceText[] {
  const file = ts.createSourceFile(fileName, source, ts.ScriptTarget.Latest, true);
  const found: SourceText[] = [];
  const add = (node: TypeScript.Node, raw: string) => {
    const text = raw.replace(/\s+/g, " ").trim();
    if (!ts.isJsxText(node) && !/^[^\p{L}]*\p{Lu}|\p{L}[,;:]? \p{L}/u.test(text)) return;
    if (!/\p{L}/u.test(text)) return;
    // A request such as "GET /config" is code.
    if (/^(GET|POST|PUT|PATCH|DELETE) \//.test(text)) return;
    found.push({ line: file.getLineAndCharacterOfPosition(node.getStart()).line + 1, text });
  };
  const visit = (node: TypeScript.Node): void => {
    if (isSilent(node)) return;
    if (ts.isJsxText(node) || ts.isStringLiteralLike(node)) add(node, node.text);
    else if (ts.isTemplateExpression(node))
      add(node, [node.head.text, ...node.templateSpans.map(({ literal }) => `…${literal.text}`)].join(""));
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

function isSilent(node: TypeScript.Node): boolean {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isTypeNode(node)) return true;
  if (ts.isJsxAttribute(node) || ts.isPropertyAssignment(node) || ts.isVariableDeclaration(node))
    return silentNames.has(node.name.getText());
  if (ts.isTaggedTemplateExpression(node)) return node.tag.getText().startsWith("sql");
  return ts.isCallExpression(node) && silentCalls.has(node.expression.getText().split(".").at(-1) ?? "");
}

/**
 * Returns the comments of a TypeScript or JavaScript file, without names in backticks. Line comments on
 * consecutive lines count as one comment.
 */
export function sourceComments(fileName: string, source: string): SourceText[] {
  const file = ts.createSourceFile(fileName, source, ts.ScriptTarget.Latest);
  // Once literals are replaced, `//` and `/*` can only start a comment.
  const comments = withoutLiterals(file).matchAll(/\/\/.*(?:\n *\/\/.*)*|\/\*[^]*?\*\//g);
  return Array.from(comments, ({ 0: comment, index }) => ({
    line: file.getLineAndCharacterOfPosition(index).line + 1,
    text: withoutNames(comment.replace(/\n\s*(\*|\/\/)/g, " ")).replace(/\s+/g, " "),
  }));
}

/** Returns the source with underscores in place of strings, templates, regular expressions and text between tags. */
function withoutLiterals(file: TypeScript.SourceFile): string {
  let code = "";
  const visit = (node: TypeScript.Node): void => {
    // This range contains all kinds of literals, parts of templates and text between tags.
    if (node.kind >= ts.SyntaxKind.FirstLiteralToken && node.kind <= ts.SyntaxKind.LastTemplateToken)
      code += file.text.slice(code.length, node.getStart(file)).padEnd(node.end - code.length, "_");
    ts.forEachChild(node, visit);
  };
  visit(file);
  return code + file.text.slice(code.length);
}

/** Returns the titles of tests, suites and steps in a test file. */
export function testTitles(fileName: string, source: string): SourceText[] {
  const file = ts.createSourceFile(fileName, source, ts.ScriptTarget.Latest, true);
  const found: SourceText[] = [];
  const visit = (node: TypeScript.Node): void => {
    const title = ts.isCallExpression(node) ? node.arguments[0] : undefined;
    if (ts.isCallExpression(node) && title && /^(it|test|describe|suite)\b/.test(node.expression.getText())) {
      const line = file.getLineAndCharacterOfPosition(title.getStart()).line + 1;
      if (ts.isStringLiteralLike(title) || ts.isTemplateExpression(title))
        found.push({ line, text: withoutNames(title.getText()) });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

const withoutNames = (text: string): string => text.replace(/(?<=[^`])`[^`]+`/g, "…");
