import type * as z from "zod/mini";
import { lazily } from "@/lib/shared/lazily";
import { itemsKind, itemsSchema } from "./items";
import type { FieldBase, Kind, Nullable, Spec } from "./kind";

type Texts = readonly string[];

export interface StringListField<P extends string = string, V = Texts | null> extends FieldBase<P, V> {
  readonly kind: "string-list";
  /** The name of an element in the singular, such as "domain". */
  readonly item: string;
  readonly itemSchema: z.ZodMiniType<string>;
  readonly placeholder?: string;
  readonly minItems?: number;
  /** Whether the list may contain an element more than once, which has no effect. */
  readonly repeats?: true;
}

export function stringList<const P extends string, D extends Texts | null>(
  path: P,
  spec: Spec<D, { item: string; itemSchema: z.ZodMiniType<string>; placeholder?: string; minItems?: number }>,
): StringListField<P, Nullable<D, Texts>> {
  const schema = lazily(() => itemsSchema(spec));
  return { ...spec, kind: "string-list", path, schema } as unknown as StringListField<P, Nullable<D, Texts>>;
}

/** Returns the same setting for a server program that accepts repeated elements. */
export function withRepeats(field: StringListField): StringListField {
  const repeating = { ...field, repeats: true } as const;
  return { ...repeating, schema: lazily(() => itemsSchema(repeating)) };
}

export const stringListKind: Kind<StringListField> = itemsKind;
