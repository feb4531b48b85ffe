"use client";

import { CircleUser, LogOut } from "lucide-react";
import { signOut } from "next-auth/react";
import Link from "next/link";
import { Button } from "@/components/ui/button";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import { ThemeItems } from "./theme-items";

export interface AccountMenuProps {
  username: string;
}

/** Who is signed in, the way to the account, the way out. On phones it holds the themes too. */
export function AccountMenu({ username }: AccountMenuProps) {
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button
          variant="ghost"
          size="icon"
          aria-label={`Account of ${username}`}
          className="-mr-2 md:w-auto md:max-w-48 md:px-2"
        >
          <CircleUser aria-hidden="true" />
          <span className="truncate max-md:hidden">{username}</span>
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        <DropdownMenuLabel className="max-w-64 truncate">Signed in as {username}</DropdownMenuLabel>
        <DropdownMenuItem asChild>
          <Link href="/account">
            <CircleUser aria-hidden="true" />
            Account
          </Link>
        </DropdownMenuItem>
        <DropdownMenuSeparator />
        <div className="sm:hidden">
          <DropdownMenuLabel>Theme</DropdownMenuLabel>
          <ThemeItems />
          <DropdownMenuSeparator />
        </div>
        <DropdownMenuItem onSelect={() => void signOut({ callbackUrl: "/login" })}>
          <LogOut aria-hidden="true" />
          Sign out
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
