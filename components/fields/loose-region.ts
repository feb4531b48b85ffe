import type { Region } from "@/lib/config/field";

/** An element of the file may lack keys or hold others; what is not shown here comes out as it came in. */
export type LooseRegion = Partial<Region> & Record<string, unknown>;

export function regionsOf(value: unknown): LooseRegion[] {
  if (!Array.isArray(value)) return [];
  return value.filter((one): one is LooseRegion => typeof one === "object" && one !== null);
}
