import { lazily } from "@/lib/shared/lazily";
import { itemsKind, itemsSchema } from "./items";
import type { FieldBase, Kind, Nullable, Schema, Spec, Zod } from "./kind";

type Texts = readonly string[];

export interface StringListField<P extends string = string, V = Texts | null> extends FieldBase<P, V> {
  readonly kind: "string-list";
  readonly item: string;
  readonly itemSchema: Schema<string>;
  readonly placeholder?: string;
  readonly minItems?: number;
  /** Whether the list may contain an element more than once. A repeated element has no effect. */
  readonly repeats?: true;
  /** Returns the same text for elements that mean the same. */
  readonly formOf?: (item: string) => string;
}

export function stringList<const P extends string, D extends Texts | null>(
  path: P,
  spec: Spec<D, Pick<StringListField, "item" | "itemSchema" | "placeholder" | "minItems" | "formOf">>,
): StringListField<P, Nullable<D, Texts>> {
  const schema = lazily((z: Zod) => itemsSchema(z, spec));
  return { ...spec, kind: "string-list", path, schema } as unknown as StringListField<P, Nullable<D, Texts>>;
}

/** Returns the same setting for a server program that accepts repeated elements. */
export function withRepeats(field: StringListField): StringListField {
  const repeating = { ...field, repeats: true } as const;
  return { ...repeating, schema: lazily((z: Zod) => itemsSchema(z, repeating)) };
}

export const stringListKind: Kind<StringListField> = itemsKind;
