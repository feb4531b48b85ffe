"use client";

import { usePathname, useRouter, useSearchParams } from "next/navigation";
import { useState } from "react";

/** Whether a page's "new" dialog is open. It is initially open if the URL contains `?new`. */
export function useOpenDialog() {
  const isAsked = useSearchParams().has("new");
  const pathname = usePathname();
  const router = useRouter();
  const [isOpen, setOpen] = useState(false);
  const change = (next: boolean) => {
    setOpen(next);
    if (!next && isAsked) router.replace(pathname, { scroll: false });
  };
  return { open: isOpen || isAsked, onOpenChange: change };
}
