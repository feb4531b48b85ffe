import type { SettingChange } from "@/lib/shared/contract/history";
import { editions, sectionOfAny } from "@/lib/shared/settings/editions";

/** Section titles of every edition, because a stored version may belong to another edition than the current file. */
const titles = new Map(
  editions.flatMap(({ registry }) => registry.sections.map(({ id, title }) => [id, title])),
);

export interface SectionChanges<T> {
  title: string;
  changes: T[];
}

/** Groups changes by section, in the order of the navigation. Unrecognized keys come last. */
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
