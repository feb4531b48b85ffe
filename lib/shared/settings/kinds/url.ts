import { lazily } from "@/lib/shared/lazily";
import type { FieldBase, Kind, Nullable, Spec, Zod } from "./kind";
import { accepted } from "./kind";
import { textual } from "./text";

export interface UrlField<P extends string = string, V = string | null> extends FieldBase<P, V> {
  readonly kind: "url";
  readonly protocols: readonly string[];
  readonly placeholder?: string;
}

export function url<const P extends string, D extends string | null>(
  path: P,
  spec: Spec<D, { protocols?: readonly string[]; placeholder?: string; withoutQuery?: true }>,
): UrlField<P, Nullable<D, string>> {
  const protocols = spec.protocols ?? ["https", "http"];
  const example = protocols.map((name) => `${name}://`).join(" or ");
  const schema = lazily((z: Zod) =>
    z.string().check(
      z.superRefine((value, context) => {
        const message = faultIn(value, protocols, example, spec.withoutQuery === true);
        if (message !== undefined) context.addIssue({ code: "custom", message });
      }),
    ),
  );
  return { ...spec, kind: "url", path, protocols, schema } as UrlField<P, Nullable<D, string>>;
}

/** Returns what is wrong with an address. Undefined if a browser and the instance understand it in the same way. */
function faultIn(
  value: string,
  protocols: readonly string[],
  example: string,
  withoutQuery: boolean,
): string | undefined {
  const full = `Enter a full address that starts with ${example}.`;
  // Refuses tabs, line breaks, and blanks at either end: `URL` ignores them, but the instance may not.
  if (/^\s|[\t\r\n]|\s$/.test(value) || !URL.canParse(value)) return full;
  const { hostname, protocol, port, search, hash } = new URL(value);
  // `URL` accepts one slash, and even three.
  const isFull = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]/i.test(value) && hostname !== "";
  if (!isFull || !protocols.includes(protocol.slice(0, -1))) return full;
  if (/^\.|\.\./.test(hostname)) return "The host name has an empty part between two dots. Remove one dot.";
  if (port === "0") return "Port 0 cannot be reached. Enter the port on which the service listens.";
  if (withoutQuery && (search !== "" || hash !== "" || /[?#]/.test(value)))
    return "Remove the part after “?” or “#”: clients add their own paths to this address.";
  return undefined;
}

export const urlKind: Kind<UrlField> = {
  ...textual,
  parse(raw: unknown) {
    const parsed = textual.parse(raw);
    if (!parsed?.ok || typeof parsed.value !== "string") return parsed;
    return accepted(parsed.value.replace(/^[A-Za-z]+:\/\//, (scheme) => scheme.toLowerCase()));
  },
  expects: () => "an address",
  jsonSchema: ({ protocols }) => ({ type: ["string", "null"], pattern: `^(${protocols.join("|")})://` }),
};
