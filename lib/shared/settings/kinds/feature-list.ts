import * as z from "zod/mini";
import { itemsKind, itemsSchema } from "./items";
import type { FieldBase, Kind, Nullable, Option, Spec } from "./kind";

type Texts = readonly string[];

export interface FeatureListField<P extends string = string, V = Texts | null> extends FieldBase<P, V> {
  readonly kind: "feature-list";
  readonly suggestions: readonly Option[];
  readonly itemSchema: z.ZodMiniType<string>;
}

const itemSchema = z
  .string()
  .check(z.regex(/^[A-Z][A-Z0-9_]{0,63}$/, "Use capital letters, digits and underscores."));

export function featureList<const P extends string, D extends Texts | null>(
  path: P,
  spec: Spec<D, { suggestions: readonly Option[] }>,
): FeatureListField<P, Nullable<D, Texts>> {
  const schema = itemsSchema({ itemSchema, item: "feature" });
  const field = { ...spec, kind: "feature-list", path, itemSchema, schema };
  return field as unknown as FeatureListField<P, Nullable<D, Texts>>;
}

export const featureListKind: Kind<FeatureListField> = {
  ...itemsKind,
  jsonSchema(field) {
    const { items, ...schema } = itemsKind.jsonSchema(field);
    return { ...schema, items: { ...items, examples: field.suggestions.map(({ value }) => value) } };
  },
  options: ({ suggestions }) => suggestions,
};
