"use client";

import { useMemo } from "react";
import { useConfigDocument } from "@/components/form/config-form";
import { modifiedCounts, problemCounts } from "@/lib/config/modified";
import { sections } from "@/lib/config/registry";

export interface SectionCount {
  modified: number;
  problems: number;
}

/** Per section: how many settings differ from their default in the file, and how many problems it has. */
export function useSectionCounts(): Record<string, SectionCount> {
  const document = useConfigDocument();
  return useMemo(() => {
    const modified = modifiedCounts(document);
    const problems = problemCounts(document);
    return Object.fromEntries(
      sections.map(({ id }) => [id, { modified: modified[id] ?? 0, problems: problems[id] ?? 0 }]),
    );
  }, [document]);
}
