import "server-only";
import type { Problem } from "@/lib/config/document";
import { type Effective, effectiveValues, redact, type Settings, settingsOf } from "@/lib/config/values";
import { placeOf } from "./parse";
import type { Reading } from "./reading";

interface EffectiveReading extends Effective {
  readonly redacted: Record<string, unknown>;
  readonly settings: Settings;
}

const nothing = {};
const effective = new WeakMap<object, EffectiveReading>();

/** Computed once per version: requests to the instance API read settings all the time. */
export function effectiveOf(reading: Reading | null): EffectiveReading {
  const key = reading ?? nothing;
  const known = effective.get(key);
  if (known) return known;
  const { values, problems } = effectiveValues((path) => reading?.rawOf(path));
  const made = { values, problems, redacted: redact(values), settings: settingsOf(values) };
  effective.set(key, made);
  return made;
}

/** What is wrong with the settings of a version, each with its place. */
export function valueProblems(reading: Reading): Problem[] {
  const { text } = reading.version;
  return effectiveOf(reading).problems.map((problem) => {
    const node = problem.path === undefined ? undefined : reading.locate(problem.path).node;
    return node ? { ...problem, ...placeOf(text, node.start) } : problem;
  });
}
