import { editionOf } from "@/lib/shared/settings/editions";
import type { FileSummary } from "@/lib/shared/contract/config-snapshot";
import { unrecognizedId } from "./navigation";

/** The marks of a place in the panel, for things that somebody should look at. */
export interface Mark {
  /** Changes that are only in the form. */
  unsaved: number;
  /** Warnings included. */
  problems: number;
  /** How many of the problems are errors. */
  errors: number;
  /** Settings whose saved value the running instance has not read. */
  pending: number;
}

export interface Marks {
  /** For the whole file, including problems that belong to no section. */
  total: Mark;
  /** By the id of a section, or of the entry for unrecognized keys. A missing place has no marks. */
  places: Readonly<Record<string, Mark>>;
}

export const noMarks: Marks = { total: { unsaved: 0, problems: 0, errors: 0, pending: 0 }, places: {} };

/**
 * @param changed paths with unsaved changes
 * @param pending paths that wait for a restart
 */
export function marksOf(
  { problems, naming }: Pick<FileSummary, "problems" | "naming">,
  changed: readonly string[],
  pending: readonly string[] = [],
): Marks {
  const { sectionOf } = editionOf(naming).registry;
  const total = { ...noMarks.total };
  const places: Record<string, Mark> = {};
  const count = (path: string | undefined, what: keyof Mark) => {
    total[what] += 1;
    if (path === undefined) return;
    (places[sectionOf(path)?.id ?? unrecognizedId] ??= { ...noMarks.total })[what] += 1;
  };
  for (const path of changed) count(path, "unsaved");
  for (const path of pending) count(path, "pending");
  for (const { path, severity } of problems) {
    count(path, "problems");
    if (severity === "error") count(path, "errors");
  }
  return { total, places };
}

/** The marks of several places together. */
export function sumMarks({ places }: Marks, ids: readonly string[]): Mark {
  const sum = { ...noMarks.total };
  for (const id of ids) {
    sum.unsaved += places[id]?.unsaved ?? 0;
    sum.problems += places[id]?.problems ?? 0;
    sum.errors += places[id]?.errors ?? 0;
    sum.pending += places[id]?.pending ?? 0;
  }
  return sum;
}
