import { lazily } from "@/lib/shared/lazily";
import { itemsKind, itemsSchema } from "./items";
import type { FieldBase, Kind, Nullable, Option, Schema, Spec, Zod } from "./kind";
import { accepted } from "./kind";

type Texts = readonly string[];

export interface FeatureListField<P extends string = string, V = Texts | null> extends FieldBase<P, V> {
  readonly kind: "feature-list";
  readonly suggestions: readonly Option[];
  readonly itemSchema: Schema<string>;
}

const spelling = /^[A-Z][A-Z0-9_]{0,63}$/;
/** Features in the file must be in capital letters, because the instance is case-sensitive. */
const inFile = (z: Zod) =>
  z.string().check(z.regex(spelling, "Use capital letters, digits and underscores."));
/** People may type a feature in upper or lower case. */
const itemSchema = (z: Zod) =>
  z
    .string()
    .check(
      z.toUpperCase(),
      z.regex(spelling, "Use letters, digits and underscores, and start with a letter."),
    );

export function featureList<const P extends string, D extends Texts | null>(
  path: P,
  spec: Spec<D, { suggestions: readonly Option[] }>,
): FeatureListField<P, Nullable<D, Texts>> {
  const schema = lazily((z: Zod) => itemsSchema(z, { itemSchema: inFile, item: "feature" }));
  const field = { ...spec, kind: "feature-list", path, itemSchema, schema };
  return field as unknown as FeatureListField<P, Nullable<D, Texts>>;
}

export const featureListKind: Kind<FeatureListField> = {
  ...itemsKind,
  parse(raw) {
    const parsed = itemsKind.parse(raw);
    if (!parsed?.ok || !Array.isArray(parsed.value)) return parsed;
    return accepted(
      parsed.value.map((item: unknown) => (typeof item === "string" ? item.toUpperCase() : item)),
    );
  },
  jsonSchema(field, _, z) {
    const { items, ...schema } = itemsKind.jsonSchema(field, _, z);
    return { ...schema, items: { ...items, examples: field.suggestions.map(({ value }) => value) } };
  },
  options: ({ suggestions }) => suggestions,
};
