"use client";

import { Menu } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Sheet, SheetContent, SheetTitle, SheetTrigger } from "@/components/ui/sheet";
import { Brand } from "./brand";
import { NavRail, type NavRailProps } from "./nav-rail";

/** The rail below 1024 px: behind a button, closed again once an entry was followed. */
export function NavDrawer(props: Omit<NavRailProps, "onNavigate">) {
  const [open, setOpen] = useState(false);
  return (
    <Sheet open={open} onOpenChange={setOpen}>
      <SheetTrigger asChild>
        <Button variant="ghost" size="icon" aria-label="Open the menu" className="-ml-2 lg:hidden">
          <Menu aria-hidden="true" />
        </Button>
      </SheetTrigger>
      <SheetContent side="left" closeLabel="Close the menu" className="w-80" aria-describedby={undefined}>
        <SheetTitle className="sticky top-0 z-10 flex h-14 shrink-0 items-center bg-surface px-5">
          <Brand />
        </SheetTitle>
        <nav aria-label="Main">
          <NavRail {...props} onNavigate={() => setOpen(false)} />
        </nav>
      </SheetContent>
    </Sheet>
  );
}
