import type { FileSummary } from "@/lib/shared/contract/config-snapshot";
import { editionOf } from "@/lib/shared/settings/editions";
import { unrecognizedId } from "./navigation";

export interface Mark {
  unsaved: number;
  /** Number of problems, including warnings. */
  problems: number;
  errors: number;
  pending: number;
}

export interface Marks {
  total: Mark;
  /** Marks by section id, or by `unrecognizedId` for unrecognized keys. */
  places: Readonly<Record<string, Mark>>;
}

export const noMarks: Marks = { total: { unsaved: 0, problems: 0, errors: 0, pending: 0 }, places: {} };

export function marksOf(
  { problems, naming }: Pick<FileSummary, "problems" | "naming">,
  changed: readonly string[],
  pending: readonly string[] = [],
): Marks {
  const { sectionOf } = editionOf(naming).registry;
  const total = { ...noMarks.total };
  const places: Record<string, Mark> = {};
  const count = (path: string | undefined, markName: keyof Mark) => {
    total[markName] += 1;
    if (path === undefined) return;
    (places[sectionOf(path)?.id ?? unrecognizedId] ??= { ...noMarks.total })[markName] += 1;
  };
  for (const path of changed) count(path, "unsaved");
  for (const path of pending) count(path, "pending");
  for (const { path, severity } of problems) {
    count(path, "problems");
    if (severity === "error") count(path, "errors");
  }
  return { total, places };
}

export function sumMarks({ places }: Marks, ids: readonly string[]): Mark {
  const sumOf = (markName: keyof Mark) => ids.reduce((sum, id) => sum + (places[id]?.[markName] ?? 0), 0);
  return {
    unsaved: sumOf("unsaved"),
    problems: sumOf("problems"),
    errors: sumOf("errors"),
    pending: sumOf("pending"),
  };
}
