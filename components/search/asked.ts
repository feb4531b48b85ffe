import { type SettingFilter, settingFilters } from "@/lib/config/filters";

/** `unknown`: keys of the file that are no settings, which no other filter can go with. */
export type Chip = SettingFilter | "unknown";

/** What the list of settings is asked for. It is in the address, so that a list can be linked to. */
export interface Asked {
  query: string;
  chips: readonly Chip[];
}

export const chips: readonly { id: Chip; label: string }[] = [
  ...settingFilters,
  { id: "unknown", label: "Not known to the panel" },
];

/** Reads `?q=…&filter=a,b`; what is not known there is ignored. */
export function askedIn(params: { q?: string | string[]; filter?: string | string[] }): Asked {
  const first = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value) ?? "";
  const named = first(params.filter).split(",");
  const known = chips.map(({ id }) => id).filter((id) => named.includes(id));
  return {
    query: first(params.q).slice(0, 200),
    chips: known.includes("unknown") ? ["unknown"] : known,
  };
}

/** The address of the list, from the root of the site. */
export function addressOf({ query, chips: chosen }: Asked): string {
  const params = new URLSearchParams();
  if (query.trim() !== "") params.set("q", query.trim());
  if (chosen.length > 0) params.set("filter", chosen.join(","));
  return params.size === 0 ? "/settings" : `/settings?${params}`;
}

/** The chips after one was pressed. */
export function toggled(chosen: readonly Chip[], id: Chip): readonly Chip[] {
  if (chosen.includes(id)) return chosen.filter((one) => one !== id);
  if (id === "unknown") return [id];
  return chips
    .map((one) => one.id)
    .filter((one) => one === id || (one !== "unknown" && chosen.includes(one)));
}
