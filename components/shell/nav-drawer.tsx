"use client";

import { Menu } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { useLazyComponent } from "@/components/ui/use-lazy-component";
import type { NavRailProps } from "./nav-rail";

const load = () => import("./nav-drawer-open").then((module) => module.NavDrawerOpen);

/** The rail below 1024 px: opened by a button, closed when an entry is followed. */
export function NavDrawer(props: Omit<NavRailProps, "onNavigate"> & { head: ReactNode }) {
  const { part: Open, trigger } = useLazyComponent(load);
  if (Open) return <Open {...props} trigger={<MenuButton />} />;
  return <MenuButton aria-haspopup="dialog" {...trigger} />;
}

function MenuButton(props: ComponentProps<typeof Button>) {
  return (
    <Button variant="ghost" size="icon" aria-label="Open the menu" className="-ml-2 lg:hidden" {...props}>
      <Menu aria-hidden="true" />
    </Button>
  );
}
