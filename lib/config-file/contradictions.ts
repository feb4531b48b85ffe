import "server-only";
import type { Problem } from "@/lib/config/document";
import { introducedErrors, type RuleFinding } from "@/lib/config/rules";
import { AppError } from "@/lib/errors";
import type { Context } from "./context";
import { factsOf } from "./facts";
import { parse, placeOf, type UsableVersion } from "./parse";
import { type Reading, readingOf } from "./reading";

/*
 * Rules between settings (lib/config/rules.ts) whose errors block a save. Whoever saves, from a page, a script or the
 * raw editor, is held to the same decision:
 *
 * - Only an error that the save itself would bring about blocks it. One that the file has already never does, so nobody
 *   is kept from an unrelated change, or from mending one thing after the other. Warnings never block.
 * - Going back is always possible. Undo and the restoring of a whole version are not asked at all; single settings of a
 *   kept version may bring back what that version had, but not a contradiction that neither it nor the file knew.
 * - A file that is missing or broken has nothing to compare with, and mending it comes first: what its text contradicts
 *   shows on the overview afterwards.
 * - There is no "save anyway". An import that is not complete, such as one without its secrets, goes into the form,
 *   where what is missing can be added before it is saved.
 */

/** Errors that a version has and the one before it had not. */
export function contradictionsBetween(before: Reading, after: Reading): RuleFinding[] {
  return introducedErrors(seen(before), seen(after));
}

const seen = (reading: Reading) => ({ ...factsOf(reading), naming: reading.detected.naming });

/**
 * Refuses bytes that bring a contradiction into the file; see above. `kept`: the versions that values come back from.
 * @throws AppError `invalid-settings`, with one problem per contradiction (`code` is the rule's id, `details.places` has
 *   its place in the text)
 */
export function refuseContradictions(
  context: Context,
  before: UsableVersion | null,
  bytes: Buffer,
  kept: readonly Reading[] = [],
): void {
  const parsed = parse(bytes);
  if (!before || !parsed.usable) return;
  const after = readingOf(parsed.version, context.naming);
  const known = [readingOf(before, context.naming), ...kept];
  const found = known
    .map((version) => contradictionsBetween(version, after))
    .reduce((left, right) => left.filter((one) => right.some((other) => isSame(one, other))));
  if (found.length === 0) return;
  const places = found.map((finding) => asProblem(after, finding));
  throw new AppError(
    "invalid-settings",
    `${found.map(({ message }) => message).join(" ")} Nothing was saved.`,
    {
      problems: found.map(({ rule, paths: [path], message }) => ({ path, code: rule, message })),
      details: { places },
    },
  );
}

const isSame = (one: RuleFinding, other: RuleFinding): boolean =>
  one.rule === other.rule && one.paths[0] === other.paths[0];

/** The finding at the first of its settings that stands in the text. */
export function asProblem(reading: Reading, { rule, severity, message, paths, fix }: RuleFinding): Problem {
  const node = paths.map((path) => reading.locate(path).node).find((one) => one !== undefined);
  const place = node && placeOf(reading.version.text, node.start);
  return { path: paths[0], severity, message, rule, ...(fix && { fix }), ...place };
}
