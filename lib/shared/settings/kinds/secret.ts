import * as z from "zod/mini";
import { type FieldBase, type Kind, type RightType, type Spec, taken, type WrongType } from "./kind";

/** Never leaves the server. */
export interface SecretField<P extends string = string, V = string | null> extends FieldBase<P, V> {
  readonly kind: "secret";
  /** The panel can make a new one: this many random bytes, as base64. */
  readonly generateBytes?: number;
  /** What a new value breaks: "Everybody is signed out". Shown before it is replaced. */
  readonly replacing?: string;
}

const anySecret = z
  .string()
  .check(
    z.minLength(1, "Enter a value, or clear the secret."),
    z.maxLength(4096, "Use at most 4,096 characters."),
  );

export function secret<const P extends string>(
  path: P,
  spec: Spec<null, { generateBytes?: number; replacing?: string; schema?: z.ZodMiniType<string> }>,
): SecretField<P, string | null> {
  return { ...spec, kind: "secret", path, schema: spec.schema ?? anySecret } as SecretField<P, string | null>;
}

/** `size` random bytes from the cryptographic source, as base64. */
export function randomSecret(size: number): string {
  return btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(size))));
}

export const secretKind: Kind<SecretField> = {
  keepsBlanks: true,
  parse: (raw) => (typeof raw === "string" ? taken(raw) : undefined),
  read: (raw): RightType | WrongType => (typeof raw === "string" ? { value: raw } : {}),
  expects: () => "text",
  jsonSchema: () => ({ type: ["string", "null"], writeOnly: true }),
};
