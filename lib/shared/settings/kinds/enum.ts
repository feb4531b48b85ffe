import { lazily } from "@/lib/shared/lazily";
import { readNumber } from "./amounts";
import { type FieldBase, type Kind, type Nullable, type Option, type Spec, accepted, type Zod } from "./kind";
import { textual } from "./text";

export interface EnumField<P extends string = string, V = string | number | null> extends FieldBase<P, V> {
  readonly kind: "enum";
  readonly numeric?: true;
  readonly options: readonly Option[];
}

const oneOf = (options: readonly Option[]) =>
  `Choose one of: ${options.map(({ value }) => value).join(", ")}.`;

export function choice<const P extends string, D extends string | null>(
  path: P,
  spec: Spec<D, { options: readonly Option[] }>,
): EnumField<P, Nullable<D, string>> {
  const isOption = (text: string) => spec.options.some(({ value }) => value === text);
  const schema = lazily((z: Zod) => z.string().check(z.refine(isOption, oneOf(spec.options))));
  return { ...spec, kind: "enum", path, schema } as EnumField<P, Nullable<D, string>>;
}

export function level<const P extends string, D extends number | null>(
  path: P,
  spec: Spec<D, { options: readonly Option[] }>,
): EnumField<P, Nullable<D, number>> {
  const isOption = (number: number) => spec.options.some(({ value }) => Number(value) === number);
  const schema = lazily((z: Zod) => z.number().check(z.refine(isOption, oneOf(spec.options))));
  return { ...spec, kind: "enum", numeric: true, path, schema } as EnumField<P, Nullable<D, number>>;
}

export const enumKind: Kind<EnumField> = {
  parse(raw, { numeric }) {
    if (!numeric) return textual.parse(raw);
    if (typeof raw === "string" && /^\s*-?\d+\s*$/.test(raw)) return accepted(Number(raw));
    return typeof raw === "number" ? accepted(raw) : undefined;
  },
  read(raw, { numeric }) {
    if (numeric) return readNumber(raw);
    const read = textual.read(raw);
    return "value" in read ? { ...read, severity: "error" } : read;
  },
  expects: ({ options, numeric }) =>
    `one of ${options.map(({ value }) => (numeric ? value : `“${value}”`)).join(", ")}`,
  jsonSchema: ({ options, numeric }, spell) => ({
    enum: [...options.map(({ value }) => (numeric ? Number(value) : spell(value))), null],
  }),
  describe: (value, { options }) => options.find((option) => option.value === String(value))?.label,
  facts: ({ options }) => options.map(({ value, label }) => ({ name: value, text: label })),
  options: ({ options }) => options,
};
