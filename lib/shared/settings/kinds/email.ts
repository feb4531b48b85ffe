import { lazily } from "@/lib/shared/lazily";
import type { FieldBase, Kind, Nullable, Spec, Zod } from "./kind";
import { textual } from "./text";

export interface EmailField<P extends string = string, V = string | null> extends FieldBase<P, V> {
  readonly kind: "email";
}

const schema = lazily((z: Zod) => z.email("Enter an email address, such as crew@example.org."));

export function email<const P extends string, D extends string | null>(
  path: P,
  spec: Spec<D>,
): EmailField<P, Nullable<D, string>> {
  return { ...spec, kind: "email", path, schema } as EmailField<P, Nullable<D, string>>;
}

export const emailKind: Kind<EmailField> = {
  ...textual,
  expects: () => "an email address",
  jsonSchema: () => ({ type: ["string", "null"], format: "email" }),
};
