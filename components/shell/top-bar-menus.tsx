"use client";

import { CircleUser, Keyboard, LogOut } from "lucide-react";
import { useTheme } from "next-themes";
import { type ReactNode, useRef } from "react";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import { Link } from "@/components/ui/link";
import { Kbd } from "@/components/ui/text";
import { leave } from "./connection/own-session";
import { showShortcuts } from "./shortcuts";

export function AccountMenuOpen({ username, trigger }: { username: string; trigger: ReactNode }) {
  /**
   * Opens a dialog after the menu has closed and has moved the focus to its button. When the dialog closes,
   * the focus returns to this button.
   */
  const next = useRef<(() => void) | null>(null);
  const openNext = () => {
    if (next.current) queueMicrotask(next.current);
    next.current = null;
  };
  return (
    <DropdownMenu defaultOpen>
      <DropdownMenuTrigger asChild>{trigger}</DropdownMenuTrigger>
      <DropdownMenuContent align="end" onCloseAutoFocus={openNext}>
        <DropdownMenuLabel className="max-w-64 truncate">Signed in as {username}</DropdownMenuLabel>
        <DropdownMenuItem asChild>
          <Link href="/account">
            <CircleUser aria-hidden="true" />
            Account
          </Link>
        </DropdownMenuItem>
        <DropdownMenuItem onSelect={() => void (next.current = showShortcuts)}>
          <Keyboard aria-hidden="true" />
          Keyboard shortcuts
          <Kbd className="ml-auto">?</Kbd>
        </DropdownMenuItem>
        <DropdownMenuSeparator />
        <div className="sm:hidden">
          <DropdownMenuLabel>Theme</DropdownMenuLabel>
          <ThemeItems />
          <DropdownMenuSeparator />
        </div>
        <DropdownMenuItem onSelect={() => void leave()}>
          <LogOut aria-hidden="true" />
          Sign out
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

export function ThemeMenuOpen({ trigger }: { trigger: ReactNode }) {
  return (
    <DropdownMenu defaultOpen>
      <DropdownMenuTrigger asChild>{trigger}</DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        <ThemeItems />
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

/** The server cannot render them, because only the browser knows the current theme. */
function ThemeItems() {
  const { theme = "system", setTheme } = useTheme();
  return (
    <DropdownMenuRadioGroup value={theme} onValueChange={setTheme}>
      <DropdownMenuRadioItem value="light">Light</DropdownMenuRadioItem>
      <DropdownMenuRadioItem value="dark">Dark</DropdownMenuRadioItem>
      <DropdownMenuRadioItem value="system">System</DropdownMenuRadioItem>
    </DropdownMenuRadioGroup>
  );
}
