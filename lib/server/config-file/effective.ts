import "server-only";
import type { ConfigSnapshot, Naming, Problem } from "@/lib/shared/contract/config-snapshot";
import { type Edition, editionOf } from "@/lib/shared/settings/editions";
import {
  type Effective,
  effectiveValues,
  redact,
  type Settings,
  settingsOf,
  type Values,
} from "@/lib/shared/settings/values";
import { placeOf } from "@/lib/shared/json/tree";
import { evaluateRules, introducedErrors, type RuleViolation } from "@/lib/shared/settings/rules";
import { AppError } from "@/lib/errors";
import { type Reading, readingOf } from "./reading";
import type { OpenFile } from "./open-file";
import type { UsableVersion } from "./parse";

/**
 * The facts about a version that rules and browsers may read: effective values without secrets, and which
 * settings are set.
 */
type Facts = Pick<ConfigSnapshot, "values" | "set" | "secrets">;

interface EffectiveReading extends Effective {
  readonly facts: Facts;
  readonly settings: Settings;
}

const effective = new WeakMap<object, EffectiveReading>();

/**
 * Returns the effective values of a version, or the defaults if there is no version. Cached, because requests
 * read settings constantly and a save needs the previous values.
 * @param naming the naming to assume if there is no version
 */
export function effectiveOf(reading: Reading | null, naming: Naming = "neutral"): EffectiveReading {
  const edition = reading?.edition ?? editionOf(naming);
  const key = reading ?? edition;
  const known = effective.get(key);
  if (known) return known;
  const { registry } = edition;
  const { values, problems } = effectiveValues((path) => reading?.rawOf(path), registry);
  const settings = settingsOf(values, edition);
  const made = { values, problems, facts: factsOf(reading, values, edition), settings };
  effective.set(key, made);
  return made;
}

function factsOf(reading: Reading | null, values: Values, { registry }: Edition): Facts {
  const { fields } = registry;
  const isSet = (path: string) => reading?.rawOf(path) !== undefined;
  const secrets = fields.filter(({ kind }) => kind === "secret");
  return {
    values: redact(values, registry),
    set: fields.map(({ path }) => path).filter(isSet),
    secrets: Object.fromEntries(secrets.map(({ path }) => [path, isSet(path) ? "set" : "unset"])),
  };
}

/** Returns the problems with a version's setting values, including their positions in the text. */
export function valueProblems(reading: Reading): Problem[] {
  const { text } = reading.version;
  return effectiveOf(reading).problems.map((problem) => {
    const node = problem.path === undefined ? undefined : reading.locate(problem.path).node;
    return node ? { ...problem, ...placeOf(text, node.start) } : problem;
  });
}

/*
 * Errors of rules between settings (lib/shared/settings/rules) block a save. The policy is the same for
 * pages, scripts and the raw editor:
 *
 * - A save is blocked only by errors that it would introduce. Errors that are already in the file never
 *   block, so unrelated changes stay possible, and problems can be fixed one at a time. Warnings never block.
 * - Undo and restoring a whole version are never blocked. Restoring single settings is blocked by a
 *   contradiction that neither the stored version nor the file contains.
 * - Repairing a missing or broken file is never blocked. The overview then shows the contradictions of the
 *   new text.
 * - There is no "save anyway". An incomplete import, such as a file without secrets, is loaded into the form.
 *   The missing values can be added there before saving.
 */

/** Errors of the version `after` that the version `before` does not have. */
export function contradictionsBetween(before: Reading, after: Reading): RuleViolation[] {
  const violations = violationsOf(after);
  // Most saves break no rule, so `before` rarely has to be evaluated.
  if (!violations.some(({ severity }) => severity === "error")) return [];
  return introducedErrors(violationsOf(before), violations);
}

const known = new WeakMap<Reading, RuleViolation[]>();

/** Returns a version's violations of rules, errors first. Cached per version, because every page needs them. */
export function violationsOf(reading: Reading): RuleViolation[] {
  const naming = reading.detected.naming;
  const violations = known.get(reading) ?? evaluateRules({ ...effectiveOf(reading).facts, naming });
  known.set(reading, violations);
  return violations;
}

/**
 * Refuses a version with a contradiction that neither the file nor any version in `kept` has. The comment
 * about rules above explains the policy.
 * @param kept the versions that values are restored from
 * @throws AppError `invalid-settings` with one problem per contradiction (`code` is the rule's id, and
 *   `details.places` contains its position in the text)
 */
export function refuseContradictions(
  config: OpenFile,
  before: UsableVersion | null,
  version: UsableVersion,
  kept: readonly Reading[] = [],
): void {
  if (!before) return;
  const after = readingOf(version, config.naming);
  const known = [readingOf(before, config.naming), ...kept];
  const found = known
    .map((earlier) => contradictionsBetween(earlier, after))
    .reduce((left, right) => left.filter((one) => right.some((other) => isSame(one, other))));
  if (found.length === 0) return;
  const places = found.map((violation) => asProblem(after, violation));
  throw new AppError(
    "invalid-settings",
    `${[...new Set(found.map(({ message }) => message))].join(" ")} Nothing was saved.`,
    {
      problems: found.map(({ rule, paths: [path], message }) => ({ path, code: rule, message })),
      details: { places },
    },
  );
}

const isSame = (one: RuleViolation, other: RuleViolation): boolean =>
  one.rule === other.rule && one.paths[0] === other.paths[0];

/**
 * Converts a violation to a problem, which is located at the first of the rule's settings that the text
 * contains.
 */
export function asProblem(reading: Reading, { rule, severity, message, paths, fix }: RuleViolation): Problem {
  const node = paths.map((path) => reading.locate(path).node).find((one) => one !== undefined);
  const place = node && placeOf(reading.version.text, node.start);
  return { path: paths[0], severity, message, rule, ...(fix && { fix }), ...place };
}
