import { isSnowflake } from "@/lib/shared/chat/snowflake";
import { lazily } from "@/lib/shared/lazily";
import { decimalKind } from "./decimal";
import type { FieldBase, Kind, Nullable, Spec, Zod } from "./kind";

export interface SnowflakeField<P extends string = string, V = string | null> extends FieldBase<P, V> {
  readonly kind: "snowflake";
  /** The kind of object that the id identifies: "user" or "instance". */
  readonly of: string;
}

const schema = lazily((z: Zod) =>
  z.string().check(z.refine(isSnowflake, "Enter an id: digits only, such as 1104236891374919680.")),
);

export function snowflake<const P extends string, D extends string | null>(
  path: P,
  spec: Spec<D, { of: string }>,
): SnowflakeField<P, Nullable<D, string>> {
  return { ...spec, kind: "snowflake", path, schema } as SnowflakeField<P, Nullable<D, string>>;
}

export const snowflakeKind: Kind<SnowflakeField> = {
  ...decimalKind,
  expects: ({ of }) => `the id of a ${of} in quotes`,
};
