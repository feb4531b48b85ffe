import { regionDefaults, type Region, type RegionListField } from "./field";
import { isObject, type JsonObject } from "./json";
import type { ReadResult } from "./read-result";
import { describeRaw } from "./wording";

const regionKeys = Object.keys(regionDefaults) as (keyof Region)[];

/**
 * Regions as the forms and the instance see them: missing keys have their defaults (specification 2.3), keys that the
 * specification does not know ride along, so that writing the list back whole keeps them. An element that is no
 * region at all makes the whole list unusable: the default, with an error.
 */
export function readRegions(field: RegionListField, raw: readonly unknown[]): ReadResult {
  for (const [index, element] of raw.entries()) {
    const fault = faultOf(element);
    if (fault === undefined) continue;
    const message = `Region ${index + 1} of the list ${fault}. The list is shown as empty; the instance may crash at its start. Correct it in the file, or set a new list.`;
    return { value: field.default, problem: { severity: "error", message } };
  }
  const value = (raw as JsonObject[]).map(completeRegion);
  const result = field.schema.safeParse(value);
  if (result.success) return { value };
  const issue = result.error.issues[0];
  const place = typeof issue?.path[0] === "number" ? `Region ${issue.path[0] + 1}: ` : "";
  return {
    value,
    problem: { severity: "warning", message: `${place}${issue?.message ?? "The list is not valid."}` },
  };
}

function faultOf(element: unknown): string | undefined {
  if (!isObject(element)) return `is ${describeRaw(element, false)}, but an object is expected`;
  const key = regionKeys.find((name) => {
    const value = element[name];
    return value !== undefined && value !== null && typeof value !== typeof regionDefaults[name];
  });
  if (key === undefined) return undefined;
  const expected = typeof regionDefaults[key] === "boolean" ? "true or false" : "a text";
  return `has ${describeRaw(element[key], false)} as its ${key}, but ${expected} is expected`;
}

/** Fills in what a region leaves out. Order and unknown keys stay; what JSON cannot carry to a browser is left out. */
export function completeRegion(element: JsonObject): Region {
  const kept = Object.entries(element).filter(
    ([key, value]) => !holdsBigInt(value) && !(value === null && Object.hasOwn(regionDefaults, key)),
  );
  const present = Object.fromEntries(kept) as Partial<Region>;
  const missing = regionKeys.filter((key) => present[key] === undefined);
  return { ...present, ...Object.fromEntries(missing.map((key) => [key, regionDefaults[key]])) } as Region;
}

function holdsBigInt(value: unknown): boolean {
  if (typeof value === "bigint") return true;
  if (typeof value !== "object" || value === null) return false;
  return Object.values(value).some(holdsBigInt);
}
