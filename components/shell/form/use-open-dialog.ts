"use client";

import { usePathname, useRouter, useSearchParams } from "next/navigation";
import { useState } from "react";

/** Whether the page's "new" dialog is open: by its button, or because the address requests it (`?new`). */
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
