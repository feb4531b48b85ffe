"use client";

import { type ReactNode, useState } from "react";
import { Sheet, SheetContent, SheetTitle, SheetTrigger } from "@/components/ui/sheet";
import { NavRail, type NavRailProps } from "./nav-rail";

export interface NavDrawerOpenProps extends Omit<NavRailProps, "onNavigate"> {
  trigger: ReactNode;
  /** Shows the instance at the top of the drawer. */
  head: ReactNode;
}

export function NavDrawerOpen({ trigger, head, ...props }: NavDrawerOpenProps) {
  const [open, setOpen] = useState(true);
  return (
    <Sheet open={open} onOpenChange={setOpen}>
      <SheetTrigger asChild>{trigger}</SheetTrigger>
      <SheetContent side="left" closeLabel="Close the menu" aria-describedby={undefined}>
        <SheetTitle className="sr-only">Menu</SheetTitle>
        {/* A link to the Instance page, which closes the drawer like the other links. */}
        <div
          className="sticky top-0 z-10 mb-2 border-b bg-surface px-2 py-2 pr-12"
          onClickCapture={(event) =>
            event.target instanceof Element && event.target.closest("a") && setOpen(false)
          }
        >
          {head}
        </div>
        <nav aria-label="Main" className="px-3 pb-6">
          <NavRail {...props} onNavigate={() => setOpen(false)} />
        </nav>
      </SheetContent>
    </Sheet>
  );
}
