import type { SettingChange } from "@/lib/shared/contract/history";
import { editions, sectionOfAny } from "@/lib/shared/settings/editions";

/**
 * Titles of every edition's sections by id, because a version may belong to a different edition than the current
 * file.
 */
const titles = new Map(
  editions.flatMap(({ registry }) => registry.sections.map(({ id, title }) => [id, title])),
);

export interface SectionChanges<T> {
  title: string;
  changes: T[];
}

/** Changes under the titles of their sections, in the order of the navigation; unrecognized keys last. */
export function bySection<T extends Pick<SettingChange, "path" | "known">>(
  changes: readonly T[],
): SectionChanges<T>[] {
  const known = changes.filter((change) => change.known);
  const groups = [...titles].map(([id, title]) => ({
    title,
    changes: known.filter(({ path }) => sectionOfAny(path)?.id === id),
  }));
  const unknown = changes.filter((change) => !change.known);
  return [...groups, { title: "Unrecognized keys", changes: unknown }].filter(
    (group) => group.changes.length > 0,
  );
}
