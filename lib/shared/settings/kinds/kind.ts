import type * as zod from "zod/mini";
import type { z } from "../zod";
import type { Severity } from "../../contract/config-snapshot";

/** The schema library. */
export type Zod = typeof z;

export type Schema<V> = (z: Zod) => zod.ZodMiniType<V>;

export interface Option {
  value: string;
  label: string;
  /** Explains the option if the label does not. */
  help?: string;
}

/**
 * A field or a card with this condition is shown only while the setting at `path` has one of these values. A hidden
 * setting's value stays in the file.
 */
export interface ShownWhen {
  path: string;
  is: readonly (string | boolean)[];
}

/** When a running instance uses a saved value: immediately, after it reloads the file, or at its next start. */
export type TakesEffect = "at once" | "at reload" | "at start";

export interface FieldBase<P extends string = string, V = unknown> {
  /** The key path from the root of the file, with neutral names, such as `limits.rate.ip.count`. */
  readonly path: P;
  /** Validates the value of a setting that is set. An unset setting has no key and no value. Built at its first use. */
  readonly schema: Schema<NonNullable<V>>;
  /**
   * The value that the instance uses while the key is unset. Null if there is no default, or if the panel cannot know
   * it (`defaultNote`).
   */
  readonly default: V;
  /** Explains where the default comes from if `default` is null, such as "Generated at first start" or "Built in". */
  readonly defaultNote?: string;
  readonly label: string;
  /** Explains the setting's effect and cost in one or two sentences. */
  readonly help: string;
  readonly synonyms?: readonly string[];
  /**
   * Whether the instance writes a value at its first start. If so, a value in the file does not mean that
   * somebody chose it.
   */
  readonly generated?: true;
  /** Whether the instance ignores this setting. */
  readonly unused?: true;
  readonly instead?: string;
  /** Another source of the value, as a sentence: "Its variable X takes precedence." */
  readonly environment?: string;
  /** The environment variable of the instance that `environment` is about, if its name is known. */
  readonly variable?: string;
  readonly since?: string;
  /** Set only if it differs from `Edition.takesEffect`. */
  readonly takesEffect?: TakesEffect;
  readonly deprecated?: string;
  readonly shownWhen?: ShownWhen;
  /** Whether only owners of the panel may change the setting. */
  readonly ownersOnly?: true;
}

export type Nullable<D, V> = D extends null ? V | null : V;

/** The properties that the author of a section writes. The kind adds the others. */
export type Spec<D, Extra = unknown> = Omit<FieldBase, "path" | "schema" | "default"> & {
  default: D;
} & Extra;

/**
 * A value, or a message that explains to a person why the value was refused and what to do. The message never contains
 * a secret.
 */
export type Parsed<V = unknown> =
  | { ok: true; value: V }
  | { ok: false; code: "WRONG_TYPE" | "INVALID_VALUE"; message: string };

export const accepted = <V>(value: V): Parsed<V> => ({ ok: true, value });

export const refused = (
  message: string,
  code: "WRONG_TYPE" | "INVALID_VALUE" = "INVALID_VALUE",
): Parsed<never> => ({ ok: false, code, message });

export interface ReadProblem {
  severity: Severity;
  message: string;
  /** The value that was probably intended, if known. Setting this value fixes the file. Never set for secrets. */
  correction?: unknown;
  isWrongType?: true;
}

export interface ReadResult {
  value: unknown;
  problem?: ReadProblem;
}

/** A value of the right type. If `problem` is unset, the field's schema checks the value. */
export interface RightType extends ReadResult {
  /** The severity of the problem if the schema refuses the value. Default: "warning". */
  severity?: Severity;
}

export interface WrongType {
  /** The intended value. Set only if `parse` cannot determine it from the file's value. */
  meant?: unknown;
}

export interface Unit {
  name: string;
  /** The size of this unit in the unit of the file, such as 1,000 for seconds if the file contains milliseconds. */
  size: number;
}

export interface Fact {
  name: string;
  text: string;
  /** Whether the text is a literal from the file and is shown as code. */
  isCode?: true;
}

export type JsonSchema = Record<string, unknown>;

/**
 * The functions of one kind of setting. They are pure. Code that all kinds share is in `index.ts` and calls these
 * functions.
 */
export interface Kind<F> {
  /**
   * Converts text that a person typed, or a JSON value. Every kind except regions accepts text. Returns
   * undefined if the kind does not accept the value's type. The field's schema checks the bounds later.
   */
  parse(raw: unknown, field: F): Parsed | undefined;
  /** Converts the file's value to the value that the instance uses. Integers beyond 2^53 are passed as `bigint`. */
  read(raw: unknown, field: F, z: Zod): RightType | WrongType;
  /** The expected type as part of a sentence, such as "a whole number". */
  expects(field: F): string;
  jsonSchema(field: F, spell: (value: string) => string, z: Zod): JsonSchema;
  /** Returns undefined if the value does not fit the kind. */
  describe?(value: unknown, field: F): string | undefined;
  unit?(field: F): string | undefined;
  /** The units that a person can choose. The unit of the file is the first. */
  units?(field: F): readonly Unit[];
  /** Further facts for the reference, in addition to type and default. */
  facts?(field: F): Fact[];
  options?(field: F): readonly Option[];
  /** The element keys that the kind recognizes. Set only for lists of objects. */
  memberKeys?: readonly string[];
  /** Whether leading and trailing whitespace is part of the value. If so, an empty string does not mean "unset". */
  preservesBlanks?: true;
}

const MAX_SHOWN = 60;

/**
 * Describes a JSON value as part of a sentence, such as "the text “abc”" or "a list". Never contains a secret's value.
 */
export function describeRaw(raw: unknown, secret: boolean): string {
  if (Array.isArray(raw)) return "a list";
  switch (typeof raw) {
    case "string":
      return secret ? "text" : `the text “${shorten(raw)}”`;
    case "number":
    case "bigint":
      return secret ? "a number" : `the number ${raw}`;
    case "boolean":
      return `the value ${raw}`;
    default:
      return raw === null ? "null" : "an object";
  }
}

function shorten(text: string): string {
  const characters = Array.from(text);
  return characters.length <= MAX_SHOWN ? text : `${characters.slice(0, MAX_SHOWN).join("")}…`;
}
