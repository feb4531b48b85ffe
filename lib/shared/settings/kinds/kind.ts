import type * as z from "zod/mini";
import type { Severity } from "@/lib/shared/contract/config-snapshot";

export interface Option {
  value: string;
  label: string;
  /** The effect of choosing the option, if the label does not explain it. */
  help?: string;
}

/**
 * A field or a card is shown while the setting at `path` has one of these values. Its value stays in the file
 * while it is hidden.
 */
export interface ShownWhen {
  path: string;
  is: readonly (string | boolean)[];
}

/** When a running instance uses a saved value: at once, after it reloads the file, or at its next start. */
export type TakesEffect = "at once" | "at reload" | "at start";

/** Shared by the fields of all kinds. */
export interface FieldBase<P extends string = string, V = unknown> {
  /** Dotted neutral key path, from the root of the file: `limits.rate.ip.count`. */
  readonly path: P;
  /** Validates a set value. An unset setting has no value, because its key is absent. Built at first use. */
  readonly schema: () => z.ZodMiniType<NonNullable<V>>;
  /**
   * The value that the instance uses while the key is unset; null if there is none or it cannot be known here
   * (`defaultNote`).
   */
  readonly default: V;
  /** Where the default comes from, if `default` does not show it: "Generated at first start", "Built in". */
  readonly defaultNote?: string;
  readonly label: string;
  /** One or two sentences about its effect and cost. */
  readonly help: string;
  /** Other words that an operator may search for. */
  readonly synonyms?: readonly string[];
  /**
   * Whether the instance writes a value at its first start. A value in the file was then not necessarily chosen by
   * anybody.
   */
  readonly generated?: true;
  /** Whether the instance ignores the setting. */
  readonly unused?: true;
  /** A sentence about what to use instead of an unused setting. */
  readonly instead?: string;
  /** A sentence about another source of the value: "Its variable X takes precedence." */
  readonly environment?: string;
  /** When a change takes effect, if it differs from the edition's usual time (`Edition.takesEffect`). */
  readonly takesEffect?: TakesEffect;
  /** Why the setting should no longer be used, and what to use instead. */
  readonly deprecated?: string;
  readonly shownWhen?: ShownWhen;
}

export type Nullable<D, V> = D extends null ? V | null : V;

/** The properties that a section's author writes. The kind fills in the others. */
export type Spec<D, Extra = unknown> = Omit<FieldBase, "path" | "schema" | "default"> & {
  default: D;
} & Extra;

/**
 * A value, or a message that explains why the value was refused and what to do. The message never repeats a
 * secret.
 */
export type Parsed<V = unknown> =
  | { ok: true; value: V }
  | { ok: false; code: "WRONG_TYPE" | "INVALID_VALUE"; message: string };

export const taken = <V>(value: V): Parsed<V> => ({ ok: true, value });

export const refused = (
  message: string,
  code: "WRONG_TYPE" | "INVALID_VALUE" = "INVALID_VALUE",
): Parsed<never> => ({ ok: false, code, message });

export interface ReadProblem {
  severity: Severity;
  message: string;
  /** The value that was probably intended, if known: setting it fixes the file. Never for secrets. */
  correction?: unknown;
}

/** The effective value of a setting, and the problem of the file's value, if any. */
export interface ReadResult {
  value: unknown;
  problem?: ReadProblem;
}

/** A value of the right type that its schema still has to check. If `problem` is set, it replaces that check. */
export interface RightType extends ReadResult {
  /** The severity if the schema refuses the value; "warning" by default. */
  severity?: Severity;
}

export interface WrongType {
  /** The intended value, if `parse` cannot determine it. */
  meant?: unknown;
}

/** A unit that an amount can be written in. */
export interface Unit {
  name: string;
  /** How many of the file's units make one of this unit, such as 1,000 for seconds in a file with milliseconds. */
  size: number;
}

/** One fact in the settings reference. */
export interface Fact {
  name: string;
  text: string;
  /** Whether it is shown as written in the file. */
  isCode?: true;
}

export type JsonSchema = Record<string, unknown>;

/**
 * The pure functions of one kind of setting. `index.ts` contains the code that all kinds share, which calls these.
 */
export interface Kind<F> {
  /**
   * The value of a typed text or a JSON value; undefined if the kind does not accept its type. Every kind except
   * secrets and regions accepts text. The field's schema checks bounds.
   */
  parse(raw: unknown, field: F): Parsed | undefined;
  /** The value that the instance reads from the file's value. Integers beyond 2^53 are passed as `bigint`. */
  read(raw: unknown, field: F): RightType | WrongType;
  /** The type of value, for a sentence: "a whole number". */
  expects(field: F): string;
  jsonSchema(field: F, spell: (value: string) => string): JsonSchema;
  /** A value in words: "5 minutes". Undefined for a value that does not fit the kind. */
  describe?(value: unknown, field: F): string | undefined;
  /** The unit of the number in the file: "seconds". */
  unit?(field: F): string | undefined;
  /** Units to choose from, starting with the file's unit. */
  units?(field: F): readonly Unit[];
  /** Additional facts in the reference, next to type and default. */
  facts?(field: F): Fact[];
  /** Values that have a name. */
  options?(field: F): readonly Option[];
  /** For a list of objects: the members of an element that the kind knows. */
  memberKeys?: readonly string[];
  /** Whether leading and trailing blanks are part of the value. If so, an empty text never means "unset". */
  keepsBlanks?: true;
}
