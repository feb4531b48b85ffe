import { bitsOf } from "@/lib/shared/chat/bits";
import { lazily } from "@/lib/shared/lazily";
import { decimalKind } from "./decimal";
import type { FieldBase, Kind, Nullable, Spec, Zod } from "./kind";

export interface BitfieldField<P extends string = string, V = string | null> extends FieldBase<P, V> {
  readonly kind: "bitfield";
}

const isSet = (text: string) => bitsOf(text)?.toString() === text;
const schema = lazily((z: Zod) =>
  z.string().check(z.refine(isSet, "Enter a whole number from 0 to 18446744073709551615.")),
);

export function bitfield<const P extends string, D extends string | null>(
  path: P,
  spec: Spec<D>,
): BitfieldField<P, Nullable<D, string>> {
  return { ...spec, kind: "bitfield", path, schema } as BitfieldField<P, Nullable<D, string>>;
}

export const bitfieldKind: Kind<BitfieldField> = {
  ...decimalKind,
  expects: () => "a whole number in quotes",
};
