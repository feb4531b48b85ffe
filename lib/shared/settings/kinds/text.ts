import { lazily } from "@/lib/shared/lazily";
import type { FieldBase, Kind, Nullable, Parsed, Schema, Spec, Zod } from "./kind";
import { hiddenRefusal, trimmedText } from "./hidden-characters";
import { refused, accepted } from "./kind";

export interface TextField<P extends string = string, V = string | null> extends FieldBase<P, V> {
  readonly kind: "text";
  readonly multiline?: true;
  readonly placeholder?: string;
  readonly maxLength: number;
}

/** The most characters of a text for which no limit is given. */
export const defaultLength = 200;

export function text<const P extends string, D extends string | null>(
  path: P,
  spec: Spec<D, { maxLength?: number; multiline?: true; placeholder?: string; schema?: Schema<string> }>,
): TextField<P, Nullable<D, string>> {
  const maxLength = spec.maxLength ?? defaultLength;
  const schema = lazily((z: Zod) => {
    const base =
      spec.schema?.(z) ?? z.string().check(z.trim(), z.minLength(1, "Enter some text, or use the default."));
    return base.check(z.refine((value) => value.length <= maxLength, `Use at most ${maxLength} characters.`));
  });
  return { ...spec, kind: "text", path, maxLength, schema } as TextField<P, Nullable<D, string>>;
}

export const matching =
  (pattern: RegExp, message: string): Schema<string> =>
  (z) =>
    z.string().check(z.regex(pattern, message));

export const trimmed =
  (pattern: RegExp, message: string): Schema<string> =>
  (z) =>
    z.string().check(z.trim(), z.regex(pattern, message));

const isTexts = (raw: unknown): raw is string[] =>
  Array.isArray(raw) &&
  raw.length > 0 &&
  raw.every((item) => typeof item === "string" && !item.includes("://"));

/** They ignore leading and trailing blanks. */
export const textual = {
  parse(raw: unknown): Parsed | undefined {
    if (typeof raw !== "string") return undefined;
    const text = trimmedText(raw);
    const refusal = hiddenRefusal(text);
    return refusal === undefined ? accepted(text) : refused(refusal);
  },
  read: (raw: unknown) => {
    if (typeof raw === "string") return { value: raw };
    if (typeof raw === "number" || typeof raw === "bigint") return { meant: String(raw) };
    // Some settings are a comma-separated text, which people write as a list.
    return isTexts(raw) ? { meant: raw.join(", ") } : {};
  },
};

export const textKind: Kind<TextField> = {
  ...textual,
  parse: (raw, { multiline }) =>
    multiline && typeof raw === "string" ? accepted(trimmedText(raw)) : textual.parse(raw),
  expects: () => "text",
  jsonSchema: ({ maxLength }) => ({ type: ["string", "null"], maxLength }),
};
