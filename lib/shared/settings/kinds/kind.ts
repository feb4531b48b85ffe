import type * as z from "zod/mini";
import type { Severity } from "@/lib/shared/contract/config-snapshot";

export interface Option {
  value: string;
  label: string;
  /** What choosing it means, when the label does not say it. */
  help?: string;
}

/**
 * A field or a card is shown while the setting at `path` has one of these values. It is kept in the file either way.
 */
export interface ShownWhen {
  path: string;
  is: readonly (string | boolean)[];
}

/**
 * When a running instance uses a value that was saved: as soon as the file has it, once it reads the file again, or at
 * its next start.
 */
export type TakesEffect = "at once" | "at reload" | "at start";

/** What the fields of all kinds have in common. */
export interface FieldBase<P extends string = string, V = unknown> {
  /** Dotted neutral key path, from the root of the file: `limits.rate.ip.count`. */
  readonly path: P;
  /** Validates a value that is set. Unset is not a value: it is the key's absence. Built when it is first needed. */
  readonly schema: () => z.ZodMiniType<NonNullable<V>>;
  /**
   * What the instance uses while the key is unset; null where that is nothing, or not knowable here (`defaultNote`).
   */
  readonly default: V;
  /** Says where the default comes from when `default` alone does not: "Generated at first start", "Built in". */
  readonly defaultNote?: string;
  readonly label: string;
  /** One or two sentences: what it does and what it costs. */
  readonly help: string;
  /** Further words an operator may search for. */
  readonly synonyms?: readonly string[];
  /**
   * The instance puts a value of its own there at its first start, so a value in the file need not be anybody's choice.
   */
  readonly generated?: true;
  /** The instance does not read it. */
  readonly unused?: true;
  /** What to use instead of an unused setting, as a sentence. */
  readonly instead?: string;
  /** Where else the instance takes the value from, as a sentence: "Its variable X takes precedence." */
  readonly environment?: string;
  /** When a change takes effect, if not as the edition says of its settings (`Edition.takesEffect`). */
  readonly takesEffect?: TakesEffect;
  /** Why it should not be used any more, and what to use instead. */
  readonly deprecated?: string;
  readonly shownWhen?: ShownWhen;
}

export type Nullable<D, V> = D extends null ? V | null : V;

/** What a section's author writes: everything but what the kind fills in. */
export type Spec<D, Extra = unknown> = Omit<FieldBase, "path" | "schema" | "default"> & {
  default: D;
} & Extra;

/** A value, or the message that says why it was refused and what to do. It never repeats a secret. */
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
  /** The value that was probably meant, if known: setting it fixes the file. Never for secrets. */
  correction?: unknown;
}

/** The effective value of a setting, and what is wrong with what the file holds. */
export interface ReadResult {
  value: unknown;
  problem?: ReadProblem;
}

/** A value of the right type, still to be checked by its schema; if `problem` is set, it replaces that check. */
export interface RightType extends ReadResult {
  /** How bad it is when the schema refuses the value; a warning, unless said. */
  severity?: Severity;
}

export interface WrongType {
  /** The intended value, if `parse` cannot determine it. */
  meant?: unknown;
}

/** A unit that an amount can be written in. */
export interface Unit {
  name: string;
  /** How many of the file's unit it is. */
  size: number;
}

/** A line of the settings reference. */
export interface Fact {
  name: string;
  text: string;
  /** As it is written in the file. */
  isCode?: true;
}

export type JsonSchema = Record<string, unknown>;

/** The pure functions of one kind of setting. `index.ts` has what all kinds share, and calls these. */
export interface Kind<F> {
  /**
   * What a text that somebody typed, or a JSON value, stands for; undefined where it is of a type that the kind does
   * not take. Every kind but secrets and regions takes text. Bounds are left to the field's schema.
   */
  parse(raw: unknown, field: F): Parsed | undefined;
  /** What the instance makes of a value of the file. Whole numbers beyond 2^53 arrive as `bigint`. */
  read(raw: unknown, field: F): RightType | WrongType;
  /** The type of value, for a sentence: "a whole number". */
  expects(field: F): string;
  jsonSchema(field: F, spell: (value: string) => string): JsonSchema;
  /** A value in words: "5 minutes". Undefined for a value that is not of the kind. */
  describe?(value: unknown, field: F): string | undefined;
  /** What the number in the file counts: "seconds". */
  unit?(field: F): string | undefined;
  /** Units to choose from, the file's first. */
  units?(field: F): readonly Unit[];
  /** Additional text in the reference, next to type and default. */
  facts?(field: F): Fact[];
  /** Values that have a name. */
  options?(field: F): readonly Option[];
  /** Of a list of objects: the members of an element that the kind knows. */
  memberKeys?: readonly string[];
  /** Leading and trailing blanks belong to the value, and an empty text never means "unset". */
  keepsBlanks?: true;
}
