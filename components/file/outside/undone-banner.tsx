"use client";

import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { usePathname } from "next/navigation";
import { useFileSummary } from "@/components/settings/store/config-file";
import type { UndoneValue } from "@/lib/shared/contract/history";
import { undoneQuery } from "../queries/history";

const UndoneNotice = dynamic(() => import("./undone-notice").then((part) => part.UndoneNotice), {
  // It can appear at any moment, and content below it must stay visible while it loads.
  loading: () => null,
});

/** Lists values saved in the panel that a program outside the panel reverted, and offers to save them again. */
export function UndoneBanner({ initial }: { initial: UndoneValue[] }) {
  const document = useFileSummary();
  const { data: undone } = useQuery({ ...undoneQuery(), initialData: initial });
  // The overview lists it under "Needs you".
  const isListed = usePathname() === "/";
  if (isListed || undone.length === 0 || document.file.state !== "usable") return null;
  return <UndoneNotice undone={undone} document={document} />;
}
