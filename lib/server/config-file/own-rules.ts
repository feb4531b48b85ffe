import "server-only";
import { readFileSync, statSync } from "node:fs";
import en from "zod/v4/locales/en.js";
import * as z from "zod/mini";
import { AppError } from "@/lib/errors";
import { type OwnRule, ownRule, type Problem } from "@/lib/shared/contract/config-snapshot";
import { type CompiledRules, compileRules } from "@/lib/shared/settings/own-rules";
import type { Registry } from "@/lib/shared/settings/registry";
import { checkRule, introducedErrors, readerOf, type RuleViolation } from "@/lib/shared/settings/rules";
import type { Version } from "./version";

/** Size (bytes) above which a rules file is refused. */
const LONGEST = 256 * 1024;

const rulesFile = z.strictObject({
  rules: z.array(ownRule).check(
    z.maxLength(100, "Use at most 100 rules."),
    z.refine(
      (rules) => new Set(rules.map(({ id }) => id)).size === rules.length,
      "Two rules have the same id. Rename one.",
    ),
  ),
});

interface Content {
  readonly rules: readonly OwnRule[];
  readonly problem: string | null;
}

const none: Content = { rules: [], problem: null };

/** The file with the operator's rules, which the panel never writes. */
export interface OwnRules {
  readonly path: string;
  now(): Content;
}

export function openOwnRules({ path, isRequired }: { path: string; isRequired: boolean }): OwnRules {
  let read: { readonly stamp: string; readonly content: Content } | null = null;
  return {
    path,
    now() {
      const stamp = stampOf(path);
      if (read?.stamp !== stamp)
        read = { stamp, content: stamp === "missing" && !isRequired ? none : contentOf(path) };
      return read.content;
    },
  };
}

function stampOf(path: string): string {
  try {
    const { mtimeMs, size, ino } = statSync(path);
    return `${mtimeMs} ${size} ${ino}`;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "ENOENT" ? "missing" : String(error);
  }
}

function contentOf(path: string): Content {
  const broken = (why: string): Content => ({
    rules: [],
    problem: `The rules in ${path} are not checked: ${why} Fix the file; saving stays possible until then.`,
  });
  try {
    const text = readFileSync(path, "utf8");
    if (text.length > LONGEST) return broken(`The file has more than ${LONGEST} bytes.`);
    const parsed = z.safeParse(rulesFile, JSON.parse(text), { error: en().localeError });
    if (parsed.success) return { rules: parsed.data.rules, problem: null };
    const [issue] = parsed.error.issues;
    const place = issue && issue.path.length > 0 ? `${issue.path.join(".")}: ` : "";
    return broken(`${place}${(issue?.message ?? "").replace(/\.?$/, ".")}`);
  } catch (error) {
    return broken((error instanceof Error ? error.message : String(error)).replace(/\.?$/, "."));
  }
}

interface HasRules {
  readonly ownRules?: OwnRules | undefined;
}

const compilations = new WeakMap<readonly OwnRule[], { registry: Registry; rules: CompiledRules }>();
const results = new WeakMap<Version, { rules: readonly OwnRule[]; violations: readonly RuleViolation[] }>();

function compiledFor(rules: readonly OwnRule[], registry: Registry): CompiledRules {
  const known = compilations.get(rules);
  if (known?.registry === registry) return known.rules;
  const compiled = compileRules(rules, registry);
  compilations.set(rules, { registry, rules: compiled });
  return compiled;
}

export function ownViolations({ ownRules }: HasRules, version: Version): readonly RuleViolation[] {
  const { rules } = ownRules?.now() ?? none;
  const known = results.get(version);
  if (known?.rules === rules) return known.violations;
  const reader = readerOf({ ...version.facts, naming: version.naming });
  const violations = compiledFor(rules, version.edition.registry).rules.flatMap((rule) =>
    checkRule(rule, reader),
  );
  results.set(version, { rules, violations });
  return violations;
}

export function ownRuleProblems({ ownRules }: HasRules, registry: Registry): Problem[] {
  if (ownRules === undefined) return [];
  const { rules, problem } = ownRules.now();
  const single = compiledFor(rules, registry).problems.map((why) => `${why} It is in ${ownRules.path}.`);
  return [...(problem === null ? [] : [problem]), ...single].map((message) => ({
    severity: "error",
    message,
  }));
}

export const ownErrorsBetween = (config: HasRules, before: Version | null, after: Version): RuleViolation[] =>
  introducedErrors(before ? ownViolations(config, before) : [], ownViolations(config, after));

/**
 * Refuses a version that breaks a rule of the operator's which the file does not break yet. This is the only check of
 * these rules, for every way to save. Unlike the panel's own rules, they also apply to an undo and to the restore of a
 * whole version. A rule that the file breaks already never blocks, so that a new rule does not lock anybody out.
 * @param undone the start of the message's last sentence, such as "Nothing was saved"
 * @throws AppError `invalid-settings` with one problem per rule
 */
export function refuseOwnErrors(
  config: HasRules,
  before: Version | null,
  after: Version,
  undone = "Nothing was saved",
): void {
  const violations = ownErrorsBetween(config, before, after);
  if (violations.length === 0) return;
  throw new AppError("invalid-settings", `${violations.map(({ message }) => message).join(" ")} ${undone}.`, {
    problems: violations.map(({ rule, paths: [path], message }) => ({ path, code: rule, message })),
  });
}
