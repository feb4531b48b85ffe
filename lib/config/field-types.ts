import type * as z from "zod/mini";

/* What a setting is: the parts that all kinds share, and what each kind adds. `field.ts` makes them. */

/** A voice region as the file holds it (specification 2.3, "regions"). */
export interface Region {
  id: string;
  name: string;
  endpoint: string;
  vip: boolean;
  custom: boolean;
  deprecated: boolean;
}

export interface Option {
  value: string;
  label: string;
  /** What choosing it means, when the label does not say it. */
  help?: string;
}

/** A field or a card is shown while the setting at `path` has one of these values. It is kept in the file either way. */
export interface ShownWhen {
  path: string;
  is: readonly (string | boolean)[];
}

export interface FieldBase<P extends string = string, V = unknown> {
  /** Dotted neutral key path, from the root of the file: `limits.rate.ip.count`. */
  readonly path: P;
  /** Validates a value that is set. Unset is not a value: it is the key's absence. */
  readonly schema: z.ZodMiniType<NonNullable<V>>;
  /** What the instance uses while the key is unset; null where that is nothing, or not knowable here (`defaultNote`). */
  readonly default: V;
  /** Says where the default comes from when `default` alone does not: "Generated at first start", "Built in". */
  readonly defaultNote?: string;
  readonly label: string;
  /** One or two sentences: what it does and what it costs. */
  readonly help: string;
  /** Further words an operator may search for. */
  readonly synonyms?: readonly string[];
  /** The instance does not read it. */
  readonly unused?: true;
  /** Why it should not be used any more, and what to use instead. */
  readonly deprecated?: string;
  readonly shownWhen?: ShownWhen;
}

export interface TextField<P extends string = string, V = string | null> extends FieldBase<P, V> {
  readonly kind: "text";
  readonly multiline?: true;
  readonly placeholder?: string;
  /** A list of IP addresses and CIDR ranges, header name and the like are plain text with their own schema. */
  readonly maxLength: number;
}
export interface UrlField<P extends string = string, V = string | null> extends FieldBase<P, V> {
  readonly kind: "url";
  readonly protocols: readonly string[];
  readonly placeholder?: string;
}
export interface EmailField<P extends string = string, V = string | null> extends FieldBase<P, V> {
  readonly kind: "email";
}
export interface NumberField<P extends string = string, V = number | null> extends FieldBase<P, V> {
  readonly kind: "number";
  readonly min: number;
  readonly max: number;
  /** Whole numbers only, unless set. */
  readonly fractional?: true;
  /** What is counted, in the plural: "characters", "requests". */
  readonly unit?: string;
}
export interface DurationField<P extends string = string, V = number | null> extends FieldBase<P, V> {
  readonly kind: "duration";
  /** The unit of the number in the file. */
  readonly fileUnit: "s" | "ms";
  readonly min: number;
  readonly max: number;
}
export interface BytesField<P extends string = string, V = number | null> extends FieldBase<P, V> {
  readonly kind: "bytes";
  readonly min: number;
  readonly max: number;
}
export interface BooleanField<P extends string = string, V = boolean | null> extends FieldBase<P, V> {
  readonly kind: "boolean";
}
export interface EnumField<P extends string = string, V = string | number | null> extends FieldBase<P, V> {
  readonly kind: "enum";
  /** Values are written as numbers when `numeric` is set. */
  readonly numeric?: true;
  readonly options: readonly Option[];
}
export interface SnowflakeField<P extends string = string, V = string | null> extends FieldBase<P, V> {
  readonly kind: "snowflake";
  /** What the id names: "user", "instance". */
  readonly of: string;
}
/** A 64-bit set of named bits, as a decimal string. */
export interface BitfieldField<P extends string = string, V = string | null> extends FieldBase<P, V> {
  readonly kind: "bitfield";
  readonly bits: "rights";
}
/** Never leaves the server. */
export interface SecretField<P extends string = string, V = string | null> extends FieldBase<P, V> {
  readonly kind: "secret";
  /** The panel can make a new one: this many random bytes, as base64. */
  readonly generateBytes?: number;
  /** What a new value breaks: "Everybody is signed out". Shown before it is replaced. */
  readonly replacing?: string;
}
export interface StringListField<P extends string = string, V = readonly string[] | null> extends FieldBase<
  P,
  V
> {
  readonly kind: "string-list";
  /** One element, in the singular: "domain". */
  readonly item: string;
  readonly itemSchema: z.ZodMiniType<string>;
  readonly placeholder?: string;
}
export interface FeatureListField<P extends string = string, V = readonly string[] | null> extends FieldBase<
  P,
  V
> {
  readonly kind: "feature-list";
  readonly suggestions: readonly Option[];
  readonly itemSchema: z.ZodMiniType<string>;
}
export interface RegionListField<P extends string = string, V = readonly Region[]> extends FieldBase<P, V> {
  readonly kind: "region-list";
}

export type Field =
  | TextField
  | UrlField
  | EmailField
  | NumberField<string, number | null>
  | DurationField
  | BytesField
  | BooleanField
  | EnumField
  | SnowflakeField
  | BitfieldField
  | SecretField
  | StringListField
  | FeatureListField
  | RegionListField;

export type Kind = Field["kind"];

export interface Card<F extends Field = Field> {
  readonly title: string;
  readonly description?: string;
  readonly shownWhen?: ShownWhen;
  readonly fields: readonly F[];
}

export type GroupId = "instance" | "people" | "community" | "delivery";

export interface Section<Id extends string = string, Cards extends readonly Card[] = readonly Card[]> {
  readonly id: Id;
  readonly group: GroupId;
  readonly title: string;
  /** One sentence, shown under the title. */
  readonly description: string;
  readonly cards: Cards;
}
