"use client";

import type { ReactNode } from "react";
import { loadEdition, loadedEdition } from "@/lib/shared/settings/editions";
import type { EditionFile } from "@/lib/shared/settings/editions/edition-file-schema";

/**
 * Gives the page the edition file that the server has loaded, before its children use an edition. A page keeps its first
 * file, because a server loads the file only at startup.
 */
export function LoadedEdition({ file, children }: { file: EditionFile | null; children: ReactNode }) {
  if (typeof window !== "undefined" && file !== null && loadedEdition() === null) loadEdition(file);
  return children;
}
