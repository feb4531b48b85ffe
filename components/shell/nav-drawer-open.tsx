"use client";

import { type ReactNode, useState } from "react";
import { Sheet, SheetContent, SheetTitle, SheetTrigger } from "@/components/ui/sheet";
import { Brand } from "./brand";
import { NavRail, type NavRailProps } from "./nav-rail";

export interface NavDrawerOpenProps extends Omit<NavRailProps, "onNavigate"> {
  /** The button that opens it. */
  trigger: ReactNode;
}

export function NavDrawerOpen({ trigger, ...props }: NavDrawerOpenProps) {
  const [open, setOpen] = useState(true);
  return (
    <Sheet open={open} onOpenChange={setOpen}>
      <SheetTrigger asChild>{trigger}</SheetTrigger>
      <SheetContent side="left" closeLabel="Close the menu" aria-describedby={undefined}>
        <SheetTitle className="sticky top-0 z-10 flex h-14 shrink-0 items-center bg-surface px-5">
          <Brand />
        </SheetTitle>
        <nav aria-label="Main" className="px-3 pb-6">
          <NavRail {...props} onNavigate={() => setOpen(false)} />
        </nav>
      </SheetContent>
    </Sheet>
  );
}
