import type * as z from "zod/mini";
import { itemsKind, itemsSchema } from "./items";
import type { FieldBase, Kind, Nullable, Spec } from "./kind";

type Texts = readonly string[];

export interface StringListField<P extends string = string, V = Texts | null> extends FieldBase<P, V> {
  readonly kind: "string-list";
  /** One element, in the singular: "domain". */
  readonly item: string;
  readonly itemSchema: z.ZodMiniType<string>;
  readonly placeholder?: string;
}

export function stringList<const P extends string, D extends Texts | null>(
  path: P,
  spec: Spec<D, { item: string; itemSchema: z.ZodMiniType<string>; placeholder?: string; minItems?: number }>,
): StringListField<P, Nullable<D, Texts>> {
  const schema = itemsSchema(spec.itemSchema, spec.item, spec.minItems);
  return { ...spec, kind: "string-list", path, schema } as unknown as StringListField<P, Nullable<D, Texts>>;
}

export const stringListKind: Kind<StringListField> = itemsKind;
