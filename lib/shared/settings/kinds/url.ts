import { lazily } from "@/lib/shared/lazily";
import type { FieldBase, Kind, Nullable, Spec, Zod } from "./kind";
import { textual } from "./text";

export interface UrlField<P extends string = string, V = string | null> extends FieldBase<P, V> {
  readonly kind: "url";
  readonly protocols: readonly string[];
  readonly placeholder?: string;
}

export function url<const P extends string, D extends string | null>(
  path: P,
  spec: Spec<D, { protocols?: readonly string[]; placeholder?: string }>,
): UrlField<P, Nullable<D, string>> {
  const protocols = spec.protocols ?? ["https", "http"];
  const example = protocols.map((name) => `${name}://`).join(" or ");
  const isAddress = (value: string) => {
    // Refuses tabs, line breaks, and blanks at either end: `URL` ignores them, but the instance may not.
    const parsed = !/^\s|[\t\r\n]|\s$/.test(value) && URL.canParse(value) ? new URL(value) : null;
    return parsed !== null && parsed.hostname !== "" && protocols.includes(parsed.protocol.slice(0, -1));
  };
  const schema = lazily((z: Zod) =>
    z.string().check(z.refine(isAddress, `Enter a full address that starts with ${example}.`)),
  );
  return { ...spec, kind: "url", path, protocols, schema } as UrlField<P, Nullable<D, string>>;
}

export const urlKind: Kind<UrlField> = {
  ...textual,
  expects: () => "an address",
  jsonSchema: ({ protocols }) => ({ type: ["string", "null"], pattern: `^(${protocols.join("|")})://` }),
};
