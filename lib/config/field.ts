import * as z from "zod/mini";
import type {
  Region,
  Option,
  FieldBase,
  TextField,
  UrlField,
  EmailField,
  NumberField,
  DurationField,
  BytesField,
  BooleanField,
  EnumField,
  SnowflakeField,
  BitfieldField,
  SecretField,
  StringListField,
  FeatureListField,
  RegionListField,
  Card,
  Section,
} from "./field-types";

export type * from "./field-types";

/*
 * A setting is written down once, as a field. The functions below make one field each; `sections/*.ts` call them.
 * What a kind needs beyond the common part is data on the field, so that the control, the validation, the search index,
 * the JSON Schema and the reference page all come from the same place.
 */

type Nullable<D, V> = D extends null ? V | null : V;

/** What a section's author writes: everything but what the kind fills in. */
type Spec<D, Extra = unknown> = Omit<FieldBase, "path" | "schema" | "default"> & { default: D } & Extra;

const bigDecimal = (max: bigint, message: string) =>
  z.string().check(z.refine((text) => /^(0|[1-9]\d{0,19})$/.test(text) && BigInt(text) <= max, message));

/** A 64-bit id in decimal. The top bit is never set in this API family. */
const snowflakeSchema = bigDecimal(
  2n ** 63n - 1n,
  "Enter an id: digits only, such as 1104236891374919680.",
).check(z.refine((text) => text !== "0", "Enter an id: 0 is not one."));

export function text<const P extends string, D extends string | null>(
  path: P,
  spec: Spec<
    D,
    { maxLength?: number; multiline?: true; placeholder?: string; schema?: z.ZodMiniType<string> }
  >,
): TextField<P, Nullable<D, string>> {
  const maxLength = spec.maxLength ?? 200;
  const base =
    spec.schema ?? z.string().check(z.trim(), z.minLength(1, "Enter a text, or reset the setting."));
  const schema = base.check(
    z.refine((value) => value.length <= maxLength, `Use at most ${maxLength} characters.`),
  );
  return { ...spec, kind: "text", path, maxLength, schema } as TextField<P, Nullable<D, string>>;
}

export function url<const P extends string, D extends string | null>(
  path: P,
  spec: Spec<D, { protocols?: readonly string[]; placeholder?: string }>,
): UrlField<P, Nullable<D, string>> {
  const protocols = spec.protocols ?? ["https", "http"];
  const example = protocols.map((name) => `${name}://`).join(" or ");
  const isAddress = (value: string) => {
    const parsed = URL.canParse(value) ? new URL(value) : null;
    return parsed !== null && parsed.hostname !== "" && protocols.includes(parsed.protocol.slice(0, -1));
  };
  const schema = z.string().check(z.refine(isAddress, `Enter a full address that starts with ${example}.`));
  return { ...spec, kind: "url", path, protocols, schema } as UrlField<P, Nullable<D, string>>;
}

export function email<const P extends string, D extends string | null>(
  path: P,
  spec: Spec<D>,
): EmailField<P, Nullable<D, string>> {
  const schema = z.email("Enter an e-mail address, such as crew@example.org.");
  return { ...spec, kind: "email", path, schema } as EmailField<P, Nullable<D, string>>;
}

function boundedNumber(min: number, max: number, fractional: boolean | undefined) {
  const bounds = `Enter a ${fractional ? "" : "whole "}number from ${min.toLocaleString("en")} to ${max.toLocaleString("en")}.`;
  const base = fractional ? z.number(bounds) : z.int(bounds);
  return base.check(z.minimum(min, bounds), z.maximum(max, bounds));
}

interface Bounds {
  min?: number;
  max?: number;
}

export function number<const P extends string, D extends number | null>(
  path: P,
  spec: Spec<D, Bounds & { unit?: string; fractional?: true }>,
): NumberField<P, Nullable<D, number>> {
  const { min = 0, max = Number.MAX_SAFE_INTEGER } = spec;
  const schema = boundedNumber(min, max, spec.fractional);
  return { ...spec, kind: "number", path, min, max, schema } as NumberField<P, Nullable<D, number>>;
}

export function duration<const P extends string, D extends number | null>(
  path: P,
  spec: Spec<D, Bounds & { fileUnit: "s" | "ms" }>,
): DurationField<P, Nullable<D, number>> {
  const { min = 0, max = Number.MAX_SAFE_INTEGER } = spec;
  const schema = boundedNumber(min, max, false);
  return { ...spec, kind: "duration", path, min, max, schema } as DurationField<P, Nullable<D, number>>;
}

export function bytes<const P extends string, D extends number | null>(
  path: P,
  spec: Spec<D, Bounds>,
): BytesField<P, Nullable<D, number>> {
  const { min = 0, max = Number.MAX_SAFE_INTEGER } = spec;
  return { ...spec, kind: "bytes", path, min, max, schema: boundedNumber(min, max, false) } as BytesField<
    P,
    Nullable<D, number>
  >;
}

export function boolean<const P extends string, D extends boolean | null>(
  path: P,
  spec: Spec<D>,
): BooleanField<P, Nullable<D, boolean>> {
  return { ...spec, kind: "boolean", path, schema: z.boolean() } as BooleanField<P, Nullable<D, boolean>>;
}

/** One of a few texts. */
export function choice<const P extends string, D extends string | null>(
  path: P,
  spec: Spec<D, { options: readonly Option[] }>,
): EnumField<P, Nullable<D, string>> {
  const values = spec.options.map((option) => option.value);
  const schema = z
    .string()
    .check(z.refine((value) => values.includes(value), `Choose one of: ${values.join(", ")}.`));
  return { ...spec, kind: "enum", path, schema } as EnumField<P, Nullable<D, string>>;
}

/** One of a few numbers, each with a name. */
export function level<const P extends string, D extends number | null>(
  path: P,
  spec: Spec<D, { options: readonly Option[] }>,
): EnumField<P, Nullable<D, number>> {
  const values = spec.options.map((option) => Number(option.value));
  const schema = z
    .number()
    .check(z.refine((value) => values.includes(value), `Choose one of: ${values.join(", ")}.`));
  return { ...spec, kind: "enum", numeric: true, path, schema } as EnumField<P, Nullable<D, number>>;
}

export function snowflake<const P extends string, D extends string | null>(
  path: P,
  spec: Spec<D, { of: string }>,
): SnowflakeField<P, Nullable<D, string>> {
  return { ...spec, kind: "snowflake", path, schema: snowflakeSchema } as SnowflakeField<
    P,
    Nullable<D, string>
  >;
}

export function bitfield<const P extends string, D extends string | null>(
  path: P,
  spec: Spec<D, { bits: "rights" }>,
): BitfieldField<P, Nullable<D, string>> {
  const schema = bigDecimal(2n ** 64n - 1n, "Enter a whole number from 0 to 18446744073709551615.");
  return { ...spec, kind: "bitfield", path, schema } as BitfieldField<P, Nullable<D, string>>;
}

export function secret<const P extends string>(
  path: P,
  spec: Spec<null, { generateBytes?: number; replacing?: string; schema?: z.ZodMiniType<string> }>,
): SecretField<P, string | null> {
  const schema =
    spec.schema ??
    z
      .string()
      .check(
        z.minLength(1, "Enter a value, or clear the secret."),
        z.maxLength(4096, "Use at most 4,096 characters."),
      );
  return { ...spec, kind: "secret", path, schema } as SecretField<P, string | null>;
}

export function stringList<const P extends string, D extends readonly string[] | null>(
  path: P,
  spec: Spec<D, { item: string; itemSchema: z.ZodMiniType<string>; placeholder?: string; minItems?: number }>,
): StringListField<P, Nullable<D, readonly string[]>> {
  const schema = z.array(spec.itemSchema).check(
    z.minLength(spec.minItems ?? 0, `Add at least ${spec.minItems ?? 0} ${spec.item}.`),
    z.refine(
      (items) => new Set(items).size === items.length,
      `Remove the ${spec.item} that is listed twice.`,
    ),
  );
  return { ...spec, kind: "string-list", path, schema } as unknown as StringListField<
    P,
    Nullable<D, readonly string[]>
  >;
}

export function featureList<const P extends string, D extends readonly string[] | null>(
  path: P,
  spec: Spec<D, { suggestions: readonly Option[] }>,
): FeatureListField<P, Nullable<D, readonly string[]>> {
  const itemSchema = z
    .string()
    .check(z.regex(/^[A-Z][A-Z0-9_]{0,63}$/, "Use capital letters, digits and underscores."));
  const schema = z
    .array(itemSchema)
    .check(
      z.refine((items) => new Set(items).size === items.length, "Remove the feature that is listed twice."),
    );
  return { ...spec, kind: "feature-list", path, itemSchema, schema } as unknown as FeatureListField<
    P,
    Nullable<D, readonly string[]>
  >;
}

/** A new region starts with these values (specification 2.3, "Region structure"; the built-in id and name are not named there). */
export const regionDefaults: Region = {
  id: "",
  name: "",
  endpoint: "127.0.0.1:3004",
  vip: false,
  custom: false,
  deprecated: false,
};

/** Loose: a region in the file may hold keys that the specification does not know; an edit of the list keeps them. */
export const regionSchema = z.looseObject({
  id: z.string().check(z.regex(/^[\w-]{1,64}$/, "Use letters, digits, hyphens and underscores.")),
  name: z
    .string()
    .check(z.trim(), z.minLength(1, "Enter a name."), z.maxLength(100, "Use at most 100 characters.")),
  endpoint: z.string().check(z.regex(/^[^\s/]+$/, "Enter host:port, such as 127.0.0.1:3004.")),
  vip: z.boolean(),
  custom: z.boolean(),
  deprecated: z.boolean(),
});

export function regionList<const P extends string>(
  path: P,
  spec: Spec<readonly Region[]>,
): RegionListField<P, readonly Region[]> {
  const schema = z
    .array(regionSchema)
    .check(
      z.refine(
        (regions) => new Set(regions.map((region) => region.id)).size === regions.length,
        "Give every region an id of its own.",
      ),
    );
  return { ...spec, kind: "region-list", path, schema } as unknown as RegionListField<P, readonly Region[]>;
}

/** Ties a section's cards together, keeping each field's exact path and value type for `types.ts`. */
export function section<const Id extends string, const Cards extends readonly Card[]>(
  declaration: Section<Id, Cards>,
): Section<Id, Cards> {
  return declaration;
}
