"use client";

import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import { Link } from "@/components/ui/link";

interface StateMenuProps {
  items: readonly { href: string; icon: LucideIcon; words: string }[];
  trigger: ReactNode;
}

export function StateMenuOpen({ items, trigger }: StateMenuProps) {
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
