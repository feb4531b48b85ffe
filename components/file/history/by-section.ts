import type { SettingChange } from "@/lib/shared/contract/history";
import { sections } from "@/lib/shared/settings/registry";

export interface SectionChanges<T> {
  title: string;
  changes: T[];
}

/** Changes under the titles of their sections, in the order of the navigation; unrecognized keys last. */
export function bySection<T extends Pick<SettingChange, "path" | "known">>(
  changes: readonly T[],
): SectionChanges<T>[] {
  const known = changes.filter((change) => change.known);
  const groups = sections.map(({ id, title }) => ({
    title,
    changes: known.filter(({ path }) => path.split(".", 1)[0] === id),
  }));
  const unknown = changes.filter((change) => !change.known);
  return [...groups, { title: "Unrecognized keys", changes: unknown }].filter(
    (group) => group.changes.length > 0,
  );
}
