import * as z from "zod/mini";
import { lazily } from "@/lib/shared/lazily";
import { type FieldBase, type Kind, type Nullable, type Parsed, refused, type Spec, taken } from "./kind";

export interface TextField<P extends string = string, V = string | null> extends FieldBase<P, V> {
  readonly kind: "text";
  readonly multiline?: true;
  readonly placeholder?: string;
  /** Lists of IP addresses and CIDR ranges, header names and the like are plain text with their own schema. */
  readonly maxLength: number;
}

export function text<const P extends string, D extends string | null>(
  path: P,
  spec: Spec<
    D,
    { maxLength?: number; multiline?: true; placeholder?: string; schema?: z.ZodMiniType<string> }
  >,
): TextField<P, Nullable<D, string>> {
  const maxLength = spec.maxLength ?? 200;
  const schema = lazily(() => {
    const base =
      spec.schema ?? z.string().check(z.trim(), z.minLength(1, "Enter some text, or use the default."));
    return base.check(z.refine((value) => value.length <= maxLength, `Use at most ${maxLength} characters.`));
  });
  return { ...spec, kind: "text", path, maxLength, schema } as TextField<P, Nullable<D, string>>;
}

/** With these characters, a text can look like a different text, or end early for some readers. */
const deceptive = /[\0\ufeff\p{Bidi_Control}]/u;

/** Shared by all kinds whose value is one line of text: leading and trailing blanks are ignored. */
export const textual = {
  parse(raw: unknown): Parsed | undefined {
    if (typeof raw !== "string") return undefined;
    // These are not trimmed like other blanks, although JavaScript trims a byte order mark.
    if (deceptive.test(raw)) return refused("Type the text again without invisible control characters.");
    return taken(raw.trim());
  },
  read: (raw: unknown) => {
    if (typeof raw === "string") return { value: raw };
    return typeof raw === "number" || typeof raw === "bigint" ? { meant: String(raw) } : {};
  },
};

export const textKind: Kind<TextField> = {
  ...textual,
  parse: (raw, { multiline }) =>
    multiline && typeof raw === "string" ? taken(raw.trim()) : textual.parse(raw),
  expects: () => "text",
  jsonSchema: ({ maxLength }) => ({ type: ["string", "null"], maxLength }),
};
