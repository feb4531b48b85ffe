import { type SettingFilter, settingFilters } from "@/lib/shared/settings/modified";

/**
 * `unsaved` finds settings with unsaved changes. `unknown` finds the file's unrecognized keys, and cannot be combined
 * with other filters.
 */
export type Chip = SettingFilter | "unsaved" | "unknown";

/** The URL contains them, so that operators can link to a list. */
export interface Asked {
  query: string;
  chips: readonly Chip[];
}

export const chips: readonly { id: Chip; label: string }[] = [
  { id: "unsaved", label: "Unsaved" },
  ...settingFilters,
  { id: "unknown", label: "Unrecognized keys" },
];

/** Leaves out `unsaved` and `unknown`, which `findSettings` does not support. */
export const filtersIn = (chosen: readonly Chip[]): readonly SettingFilter[] =>
  settingFilters.map(({ id }) => id).filter((id) => chosen.includes(id));

export function askedIn(params: { q?: string | string[]; filter?: string | string[] }): Asked {
  const first = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value) ?? "";
  const named = first(params.filter).split(",");
  const known = chips.map(({ id }) => id).filter((id) => named.includes(id));
  return {
    query: first(params.q).slice(0, 200),
    chips: known.includes("unknown") ? ["unknown"] : known,
  };
}

export function addressOf({ query, chips: chosen }: Asked): string {
  const params = new URLSearchParams();
  if (query.trim() !== "") params.set("q", query.trim());
  if (chosen.length > 0) params.set("filter", chosen.join(","));
  return params.size === 0 ? "/settings" : `/settings?${params}`;
}

export function toggled(chosen: readonly Chip[], id: Chip): readonly Chip[] {
  if (chosen.includes(id)) return chosen.filter((one) => one !== id);
  if (id === "unknown") return [id];
  return chips
    .map((one) => one.id)
    .filter((one) => one === id || (one !== "unknown" && chosen.includes(one)));
}
