"use client";

import type { ReactNode } from "react";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import { Link } from "@/components/ui/link";
import type { StateItem } from "./state-pill";

export function StateMenuOpen({ items, trigger }: { items: readonly StateItem[]; trigger: ReactNode }) {
  return (
    <DropdownMenu defaultOpen>
      <DropdownMenuTrigger asChild>{trigger}</DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        {items.map(({ href, icon: Icon, words }) => (
          <DropdownMenuItem key={words} asChild>
            <Link href={href}>
              <Icon aria-hidden="true" />
              {words}
            </Link>
          </DropdownMenuItem>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
