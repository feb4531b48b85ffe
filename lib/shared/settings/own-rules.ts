import { type ASTNode, Environment, type ParseResult } from "@marcbachmann/cel-js";
import type { OwnRule } from "../contract/config-snapshot";
import { isObject } from "../json/value";
import { hiddenPart } from "./credentials";
import { setAt } from "./paths";
import type { Registry } from "./registry";
import type { Reader, Rule } from "./rules/rule";
import type { SettingPath } from "./types";

/*
 * Rules that operators write in the Common Expression Language (CEL), in a file next to the configuration. Browsers and
 * the server evaluate them in the same way. CEL has no loops except over lists, and no access to anything but the
 * values that it is given. The limits below bound the time of an evaluation.
 */

/** The steps that one evaluation may take. A million steps take less than a second. */
const MOST_STEPS = 1_000_000;

const language = new Environment({
  unlistedVariablesAreDyn: true,
  limits: { maxAstNodes: 300, maxDepth: 40, maxListElements: 300, maxMapEntries: 50, maxCallArguments: 8 },
});

/** `matches` is missing because the time of a regular expression has no bound, and `cel.bind` because texts could double. */
const allowed = new Set([
  ...["all", "exists", "exists_one", "map", "filter", "has", "size", "contains", "startsWith", "endsWith"],
  ...["indexOf", "lastIndexOf", "substring", "int", "double", "string", "bool", "type", "dyn"],
]);

const isNode = (value: unknown): value is ASTNode => isObject(value) && typeof value.op === "string";

const childrenOf = ({ args }: ASTNode): ASTNode[] => {
  const all: readonly unknown[] = Array.isArray(args) ? args.flat(2) : [args];
  return all.filter(isNode);
};

function loopIn(node: ASTNode): { list: ASTNode; name: string; bodies: readonly ASTNode[] } | undefined {
  if (node.op !== "rcall") return undefined;
  const [, list, [first, ...bodies]] = node.args;
  return first?.op === "id" && bodies.length > 0 ? { list, name: first.args, bodies } : undefined;
}

function pathOf(node: ASTNode, bound: readonly string[]): string | undefined {
  if (node.op === "id") return bound.includes(node.args) ? undefined : node.args;
  if (node.op !== ".") return undefined;
  const parent = pathOf(node.args[0], bound);
  return parent === undefined ? undefined : `${parent}.${node.args[1]}`;
}

/** Returns all paths in an expression. @throws Error for a function that is not allowed */
function pathsIn(node: ASTNode, bound: readonly string[] = []): string[] {
  const path = pathOf(node, bound);
  if (path !== undefined) return [path];
  if ((node.op === "call" || node.op === "rcall") && !allowed.has(node.args[0]))
    throw new Error(`Rules cannot use ${node.args[0]}(). The documentation lists the functions.`);
  const loop = loopIn(node);
  if (loop === undefined) return childrenOf(node).flatMap((child) => pathsIn(child, bound));
  const inner = [...bound, loop.name];
  return [...pathsIn(loop.list, bound), ...loop.bodies.flatMap((body) => pathsIn(body, inner))];
}

function sizeOf(value: unknown): number {
  if (typeof value === "string") return 1 + Math.floor(value.length / 100);
  if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + sizeOf(item), 1);
  return isObject(value) ? sizeOf(Object.values(value)) : 1;
}

/** Returns an upper bound of the steps of an evaluation. */
function stepsOf(node: ASTNode, size: (path: string) => number, bound: readonly string[] = []): number {
  const path = pathOf(node, bound);
  if (path !== undefined) return size(path);
  const sum = (nodes: readonly ASTNode[], names = bound) =>
    nodes.reduce((all, one) => all + stepsOf(one, size, names), 1);
  const loop = loopIn(node);
  if (loop === undefined) return sum(childrenOf(node));
  const list = stepsOf(loop.list, size, bound);
  return list + list * sum(loop.bodies, [...bound, loop.name]);
}

/** Whole numbers are `int` in CEL, so that they can be added to a literal such as 1. */
function celValue(value: unknown): unknown {
  if (typeof value === "number") return Number.isSafeInteger(value) ? BigInt(value) : value;
  if (Array.isArray(value)) return value.map(celValue);
  if (isObject(value))
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, celValue(item)]));
  return value ?? null;
}

export interface CompiledRules {
  readonly rules: readonly Rule[];
  /** Why single rules cannot be used. The other rules are still checked. */
  readonly problems: readonly string[];
}

export function compileRules(texts: readonly OwnRule[], registry: Registry): CompiledRules {
  const rules: Rule[] = [];
  const problems: string[] = [];
  for (const text of texts) {
    try {
      rules.push(compiled(text, registry));
    } catch (error) {
      problems.push(`The rule “${text.id}” cannot be used: ${summaryOf(error)}`);
    }
  }
  return { rules, problems };
}

/** Returns the first line of an error. CEL's messages go on with a drawing of the expression. */
function summaryOf(error: unknown): string {
  const [line = ""] = (error instanceof Error ? error.message : String(error)).split("\n");
  return line.endsWith(".") ? line : `${line}.`;
}

function compiled(text: OwnRule, { fields, fieldAt }: Registry): Rule {
  const evaluate: ParseResult = language.parse(text.expression);
  const paths = [...new Set(pathsIn(evaluate.ast))];
  const reads = new Map<string, string[]>();
  for (const path of paths) {
    const read = fields.flatMap((field) =>
      field.path === path || field.path.startsWith(`${path}.`) || path.startsWith(`${field.path}.`)
        ? [field.path]
        : [],
    );
    if (read.length === 0) throw new Error(`There is no setting ${path}`);
    reads.set(path, read);
  }
  const settings = [...new Set([...reads.values()].flat())] as SettingPath[];
  const [first, ...others] = settings;
  if (first === undefined) throw new Error("Its expression reads no setting");
  const violation = (message: string) => ({ paths: [first, ...others] as const, message });
  const named = (sentence: string) => violation(`${sentence} (rule “${text.id}”)`);

  const valueOf = ({ get, has }: Reader, path: SettingPath): unknown =>
    fieldAt(path)?.kind === "secret" ? (has(path) ? hiddenPart : null) : get(path);

  return {
    id: `own/${text.id}`,
    severity: text.severity,
    reads: settings,
    check(reader) {
      const values = new Map(settings.map((path) => [path as string, valueOf(reader, path)]));
      // A page has only the length of a long list, so only the server checks its rules.
      if ([...values.values()].some((value) => Array.isArray(value) && value.length > 0 && !(0 in value)))
        return false;
      const sizes = (path: string) =>
        (reads.get(path) ?? []).reduce((sum, read) => sum + sizeOf(values.get(read)), 0);
      if (stepsOf(evaluate.ast, sizes) > MOST_STEPS)
        return named("The lists are too long to check. Shorten them, or write a rule without nested loops.");
      const context: Record<string, unknown> = {};
      for (const [path, value] of values) setAt(context, path, celValue(value));
      try {
        const result: unknown = evaluate(context);
        if (result === true) return false;
        if (result === false) return named(text.message);
        return named("The expression must be true or false.");
      } catch (error) {
        return named(`${text.message} The expression fails with these values: ${summaryOf(error)}`);
      }
    },
  };
}
