import { lazily } from "@/lib/shared/lazily";
import type { FieldBase, Kind, Nullable, Spec, Zod } from "./kind";
import { textual } from "./text";

export interface EmailField<P extends string = string, V = string | null> extends FieldBase<P, V> {
  readonly kind: "email";
}

const message = "Enter an email address, such as crew@example.org.";

/** The domain may be internationalized. Its ASCII form is checked. */
const schema = lazily((z: Zod) => {
  const plain = z.email();
  return z.string().check(z.refine((value) => plain.safeParse(inAscii(value)).success, message));
});

function inAscii(address: string): string {
  const at = address.lastIndexOf("@");
  const url = `http://${address.slice(at + 1)}`;
  const ascii =
    /[^\0-\x7f]/.test(url) && URL.canParse(url)
      ? `${address.slice(0, at)}@${new URL(url).hostname}`
      : address;
  // zod accepts only letters in the last part.
  return ascii.replace(/\.xn--[a-z\d-]+$/i, ".xn");
}

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
