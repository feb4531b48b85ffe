import { isObject } from "@/lib/shared/json/value";
import { lazily } from "@/lib/shared/lazily";
import { describeItems } from "./items";
import type { FieldBase, JsonSchema, Kind, ReadProblem, Schema, Spec, Zod } from "./kind";
import { describeRaw, accepted } from "./kind";
import { matching } from "./text";

/** A voice region as the file contains it (docs/configuration-file.md). */
export interface Region {
  id: string;
  name: string;
  endpoint: string;
  vip: boolean;
  custom: boolean;
  deprecated: boolean;
}

export interface RegionListField<P extends string = string, V = readonly Region[]> extends FieldBase<P, V> {
  readonly kind: "region-list";
  readonly regionSchema: ReturnType<typeof regionWith>;
  readonly endpointHelp: string;
}

export const regionDefaults: Region = {
  id: "",
  name: "",
  endpoint: "127.0.0.1:3004",
  vip: false,
  custom: false,
  deprecated: false,
};
const regionKeys = Object.keys(regionDefaults) as (keyof Region)[];

/**
 * Allows further keys, because a region in the file may have keys that the specification does not define. Edits
 * preserve them.
 */
const regionWith = (endpoint: Schema<string>) => (z: Zod) =>
  z.looseObject({
    id: z.string().check(z.regex(/^[\w-]{1,64}$/, "Use letters, digits, hyphens and underscores.")),
    name: z
      .string()
      .check(z.trim(), z.minLength(1, "Enter a name."), z.maxLength(100, "Use at most 100 characters.")),
    endpoint: endpoint(z),
    vip: z.boolean(),
    custom: z.boolean(),
    deprecated: z.boolean(),
  });

const hostAndPort = matching(/^[^\s/]+$/, "Enter host:port, such as 127.0.0.1:3004.");

export const regionSchema = regionWith(hostAndPort);

export function regionFieldOf(endpoint: Schema<string>, endpointHelp: string) {
  const haveOwnIds = (regions: { id: string }[]) =>
    new Set(regions.map(({ id }) => id)).size === regions.length;
  const regionSchema = regionWith(endpoint);
  const schema = lazily((z: Zod) =>
    z.array(regionSchema(z)).check(z.refine(haveOwnIds, "Give every region a different id.")),
  );
  return { regionSchema, endpointHelp, schema };
}

export function regionList<const P extends string>(
  path: P,
  spec: Spec<readonly Region[]>,
): RegionListField<P, readonly Region[]> {
  const field = regionFieldOf(hostAndPort, "Address of its voice server, as host:port.");
  return { ...spec, ...field, kind: "region-list", path } as unknown as RegionListField<P, readonly Region[]>;
}

/** Adds the missing keys to a region. Omits integers beyond 2^53, because a browser would round them. */
export function completeRegion(element: Record<string, unknown>): Region {
  const entries = Object.entries(element).filter(
    ([key, value]) => !holdsBigInt(value) && !(value === null && Object.hasOwn(regionDefaults, key)),
  );
  const present = Object.fromEntries(entries) as Partial<Region>;
  const missing = regionKeys.filter((key) => present[key] === undefined);
  return { ...present, ...Object.fromEntries(missing.map((key) => [key, regionDefaults[key]])) } as Region;
}

function holdsBigInt(value: unknown): boolean {
  if (typeof value === "bigint") return true;
  if (typeof value !== "object" || value === null) return false;
  return Object.values(value).some(holdsBigInt);
}

export function trimRegion<R extends object>(region: R): R {
  const isOwnText = ([key, value]: [string, unknown]) =>
    Object.hasOwn(regionDefaults, key) && typeof value === "string";
  const texts = Object.entries(region).filter(isOwnText);
  return {
    ...region,
    ...Object.fromEntries(texts.map(([key, text]: [string, string]) => [key, text.trim()])),
  };
}

/**
 * Converts the elements of the list to complete regions, which forms and instances need. Missing keys get
 * their defaults (docs/configuration-file.md). Unknown keys are included, so that saving the list preserves
 * them. If an element is not a region, returns the default of the whole list and an error.
 */
function readRegions(
  raw: readonly unknown[],
  field: RegionListField,
  z: Zod,
): { value: unknown; problem?: ReadProblem } {
  for (const [index, element] of raw.entries()) {
    const fault = faultOf(element);
    if (fault === undefined) continue;
    const message = `Region ${index + 1} of the list ${fault}. The form shows an empty list, and the instance may crash at startup. Fix the list in the raw JSON, or create a new list.`;
    return { value: field.default, problem: { severity: "error", message } };
  }
  const value = (raw as Record<string, unknown>[]).map(completeRegion);
  const [issue] = field.schema(z).safeParse(value).error?.issues ?? [];
  if (issue === undefined) return { value };
  const place = typeof issue.path[0] === "number" ? `Region ${issue.path[0] + 1}: ` : "";
  return { value, problem: { severity: "warning", message: `${place}${issue.message}` } };
}

function faultOf(element: unknown): string | undefined {
  if (!isObject(element)) return `is ${describeRaw(element, false)}, but an object is expected`;
  const key = regionKeys.find((name) => {
    const value = element[name];
    return value !== undefined && value !== null && typeof value !== typeof regionDefaults[name];
  });
  if (key === undefined) return undefined;
  const expected = typeof regionDefaults[key] === "boolean" ? "true or false" : "text";
  return `has ${describeRaw(element[key], false)} as its ${key}, but ${expected} is expected`;
}

/** A region in a form. It may lack keys, and it may have unknown keys, which the form returns unchanged. */
export type LooseRegion = Partial<Region> & Record<string, unknown>;

export const regionsOf = (value: unknown): LooseRegion[] =>
  Array.isArray(value) ? value.filter(isObject) : [];

const item: JsonSchema = {
  type: "object",
  properties: {
    id: { type: "string", title: "Region id" },
    name: { type: "string", title: "Display name" },
    endpoint: { type: "string", title: "Endpoint, host:port", default: "127.0.0.1:3004" },
    vip: { type: "boolean", title: "For VIP guilds only", default: false },
    custom: { type: "boolean", title: "Custom (for example, for an event)", default: false },
    deprecated: { type: "boolean", title: "Deprecated (clients avoid it)", default: false },
  },
  required: ["id", "name"],
};

export const regionListKind: Kind<RegionListField> = {
  parse(raw) {
    if (!Array.isArray(raw)) return undefined;
    return accepted(raw.map((one: unknown) => (isObject(one) ? trimRegion(completeRegion(one)) : one)));
  },
  read: (raw, field, z) => (Array.isArray(raw) ? readRegions(raw, field, z) : {}),
  expects: () => "a list of regions",
  memberKeys: regionKeys,
  jsonSchema: () => ({ type: ["array", "null"], items: item }),
  describe: (value) =>
    Array.isArray(value)
      ? describeItems(
          value.map((one: unknown) => (isObject(one) && "id" in one ? String(one.id) : JSON.stringify(one))),
        )
      : undefined,
};
