"use client";

import { usePathname, useRouter } from "next/navigation";
import { useCallback } from "react";
import { sectionOfAny } from "@/lib/shared/settings/editions";
import { aimAt } from "./target";

/** URL of the row of a setting or an unrecognized key. */
export function hrefOf(path: string): string {
  const section = sectionOfAny(path);
  return section ? `/settings/${section.id}#${path}` : `/settings/other#${encodeURIComponent(path)}`;
}

export function useGoTo(): (path: string) => void {
  const router = useRouter();
  const pathname = usePathname();
  return useCallback(
    (path: string) => {
      const href = hrefOf(path);
      if (href.startsWith(`${pathname}#`)) window.history.replaceState(window.history.state, "", href);
      else router.push(href);
      aimAt(path);
    },
    [router, pathname],
  );
}
