import { lazily } from "@/lib/shared/lazily";
import type { FieldBase, Kind, RightType, Schema, Spec, WrongType, Zod } from "./kind";
import { hiddenRefusal, trimmedText } from "./hidden-characters";
import { refused, accepted } from "./kind";

export interface SecretField<P extends string = string, V = string | null> extends FieldBase<P, V> {
  readonly kind: "secret";
  /** If set, the panel can generate a value: this many random bytes in base64. */
  readonly generateBytes?: number;
  /** What stops working after a new value is saved, as a warning: "Everybody is signed out". */
  readonly replacing?: string;
  /** Settings outside the secret's group that determine which server the secret is sent to. */
  readonly sentTo?: readonly string[];
}

const anySecret = lazily((z: Zod) =>
  z
    .string()
    .check(
      z.minLength(1, "Enter a value, or clear the secret."),
      z.maxLength(4096, "Use at most 4,096 characters."),
    ),
);

export function secret<const P extends string>(
  path: P,
  spec: Spec<null, Pick<SecretField, "generateBytes" | "replacing" | "sentTo"> & { schema?: Schema<string> }>,
): SecretField<P, string | null> {
  const schema = spec.schema ?? anySecret;
  return { ...spec, kind: "secret", path, schema } as SecretField<P, string | null>;
}

export function randomSecret(size: number): string {
  return btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(size))));
}

export const secretKind: Kind<SecretField> = {
  preservesBlanks: true,
  parse(raw) {
    if (typeof raw !== "string") return undefined;
    const secret = trimmedText(raw);
    const refusal = hiddenRefusal(secret);
    return refusal === undefined ? accepted(secret) : refused(refusal);
  },
  read: (raw): RightType | WrongType => (typeof raw === "string" ? { value: raw } : {}),
  expects: () => "text",
  jsonSchema: () => ({ type: ["string", "null"], writeOnly: true }),
};
