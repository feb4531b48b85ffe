import { lazily } from "@/lib/shared/lazily";
import { type FieldBase, type Kind, type Nullable, type Spec, accepted, type Zod } from "./kind";

export interface BooleanField<P extends string = string, V = boolean | null> extends FieldBase<P, V> {
  readonly kind: "boolean";
}

const schema = lazily((z: Zod) => z.boolean());

export function boolean<const P extends string, D extends boolean | null>(
  path: P,
  spec: Spec<D>,
): BooleanField<P, Nullable<D, boolean>> {
  return { ...spec, kind: "boolean", path, schema } as BooleanField<P, Nullable<D, boolean>>;
}

/** How other formats and languages write the two values. */
const words: ReadonlyMap<string, boolean> = new Map([
  ...["true", "yes", "on", "1", "enabled"].map((word) => [word, true] as const),
  ...["false", "no", "off", "0", "disabled"].map((word) => [word, false] as const),
]);

export const booleanKind: Kind<BooleanField> = {
  parse(raw) {
    if (typeof raw === "boolean") return accepted(raw);
    const text = typeof raw === "string" ? raw.trim() : "";
    return text === "true" || text === "false" ? accepted(text === "true") : undefined;
  },
  read(raw) {
    if (typeof raw === "boolean") return { value: raw };
    const word = typeof raw === "string" ? words.get(raw.trim().toLowerCase()) : undefined;
    if (word !== undefined) return { meant: word };
    return raw === 0 || raw === 1 ? { meant: raw === 1 } : {};
  },
  expects: () => "true or false",
  jsonSchema: () => ({ type: ["boolean", "null"] }),
  describe: (value) => (typeof value === "boolean" ? (value ? "on" : "off") : undefined),
};
