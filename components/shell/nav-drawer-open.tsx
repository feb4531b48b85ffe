"use client";

import { X } from "lucide-react";
import { Dialog } from "radix-ui";
import { type ReactNode, useState } from "react";
import { Button } from "@/components/ui/button";
import { overlay } from "@/components/ui/dialog";
import { NavRail, type NavRailProps } from "./nav-rail";

export interface NavDrawerOpenProps extends Omit<NavRailProps, "onNavigate"> {
  trigger: ReactNode;
  head: ReactNode;
}

export function NavDrawerOpen({ trigger, head, ...props }: NavDrawerOpenProps) {
  const [open, setOpen] = useState(true);
  return (
    <Dialog.Root open={open} onOpenChange={setOpen}>
      <Dialog.Trigger asChild>{trigger}</Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Overlay className={overlay} />
        <Dialog.Content
          aria-describedby={undefined}
          className="fixed inset-y-0 left-0 z-50 flex w-80 max-w-[calc(100vw-48px)] flex-col border-r bg-surface outline-none data-[state=open]:animate-drawer"
        >
          <div className="flex min-h-0 flex-1 flex-col overflow-y-auto">
            <Dialog.Title className="sr-only">Menu</Dialog.Title>
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
          </div>
          <Dialog.Close asChild>
            <Button
              variant="quiet"
              size="icon"
              aria-label="Close the menu"
              className="absolute top-2 right-2 z-20"
            >
              <X aria-hidden="true" />
            </Button>
          </Dialog.Close>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
