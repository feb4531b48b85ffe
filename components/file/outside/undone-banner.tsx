"use client";

import { useQuery } from "@tanstack/react-query";
import { usePathname } from "next/navigation";
import { Suspense } from "react";
import { useFileSummary } from "@/components/settings/store/config-form";
import { suspendingComponent } from "@/components/ui/lazy-component";
import type { UndoneValue } from "@/lib/shared/contract/history";
import { undoneQuery } from "../queries/history";

const UndoneNotice = suspendingComponent(() => import("./undone-notice").then((part) => part.UndoneNotice));

export function UndoneBanner({ initial }: { initial: UndoneValue[] }) {
  const document = useFileSummary();
  const { data: undone } = useQuery({ ...undoneQuery(), initialData: initial });
  // The overview already lists the values under "Needs you".
  const isListed = usePathname() === "/";
  if (isListed || undone.length === 0 || document.file.state !== "usable") return null;
  // The banner may appear at any time. Without `Suspense`, the whole page would be hidden while the banner's
  // code loads.
  return (
    <Suspense>
      <UndoneNotice undone={undone} document={document} />
    </Suspense>
  );
}
