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
import type { Reading } from "./reading";

/** What rules and browsers may read of a version: effective values without secrets, and which settings are set. */
type Facts = Pick<ConfigSnapshot, "values" | "set" | "secrets">;

interface EffectiveReading extends Effective {
  readonly facts: Facts;
  readonly settings: Settings;
}

const effective = new WeakMap<object, EffectiveReading>();

/**
 * The effective values of a version. Without a version, these are the defaults. Cached, because requests read
 * settings constantly and a save needs the previous values.
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

/** The problems with the values of a version's settings, with their positions in the text. */
export function valueProblems(reading: Reading): Problem[] {
  const { text } = reading.version;
  return effectiveOf(reading).problems.map((problem) => {
    const node = problem.path === undefined ? undefined : reading.locate(problem.path).node;
    return node ? { ...problem, ...placeOf(text, node.start) } : problem;
  });
}
