"use client";

import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useConfigDocument } from "@/components/form/config-form";
import type { UndoneValue } from "@/lib/config/history";
import { undoneQuery } from "@/lib/queries/undone";

const UndoneNotice = dynamic(() => import("./undone-notice").then((part) => part.UndoneNotice), {
  // It can appear at any moment: what stands below must not disappear until it is loaded.
  loading: () => null,
});

/** Says which values saved in the panel were undone by a rewrite outside it, and offers to save them again. */
export function UndoneBanner({ initial }: { initial: UndoneValue[] }) {
  const document = useConfigDocument();
  const { data: undone } = useQuery({ ...undoneQuery(), initialData: initial });
  if (undone.length === 0 || document.file.state !== "usable") return null;
  return <UndoneNotice undone={undone} document={document} />;
}
