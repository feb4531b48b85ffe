import "server-only";
import type { Problem } from "@/lib/shared/contract/config-snapshot";
import { placeOf } from "@/lib/shared/json/tree";
import { introducedErrors, type RuleViolation } from "@/lib/shared/settings/rules";
import { AppError } from "@/lib/errors";
import type { Version } from "./version";

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

export function contradictionsBetween(before: Version, after: Version): RuleViolation[] {
  // Most saves break no rule, so `before` rarely has to be evaluated.
  if (!after.violations.some(({ severity }) => severity === "error")) return [];
  return introducedErrors(before.violations, after.violations);
}

/**
 * @param sources the versions that values are restored from
 * @throws AppError `invalid-settings` with one problem per contradiction (`code` is the rule's id, and
 *   `details.places` contains its position in the text)
 */
export function refuseContradictions(
  before: Version | null,
  after: Version,
  sources: readonly Version[] = [],
): void {
  if (!before) return;
  const violations = [before, ...sources]
    .map((earlier) => contradictionsBetween(earlier, after))
    .reduce((left, right) => left.filter((one) => right.some((other) => isSame(one, other))));
  if (violations.length === 0) return;
  const places = violations.map((violation) => asProblem(after, violation));
  throw new AppError(
    "invalid-settings",
    `${[...new Set(violations.map(({ message }) => message))].join(" ")} Nothing was saved.`,
    {
      problems: violations.map(({ rule, paths: [path], message }) => ({ path, code: rule, message })),
      details: { places },
    },
  );
}

const isSame = (one: RuleViolation, other: RuleViolation): boolean =>
  one.rule === other.rule && one.paths[0] === other.paths[0];

export function asProblem(version: Version, { rule, severity, message, paths, fix }: RuleViolation): Problem {
  const node = paths.map((path) => version.locate(path).node).find((one) => one !== undefined);
  const place = node && placeOf(version.text, node.start);
  return { path: paths[0], severity, message, rule, ...(fix && { fix }), ...place };
}
