"use client";

import { CircleUser, Menu, Moon, Sun } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { useLazyComponent } from "@/components/ui/lazy-component";
import { Breadcrumb } from "./breadcrumb";
import type { NavRailProps } from "./nav-rail";

interface TopBarProps extends Pick<NavRailProps, "navigation" | "marks"> {
  operator: { username: string };
  head: ReactNode;
  headLine: ReactNode;
  search?: ReactNode;
  state?: ReactNode;
}

export function TopBar({ navigation, marks, operator, head, headLine, search, state }: TopBarProps) {
  return (
    <header
      data-slot="top-bar"
      className="@container/bar sticky top-0 z-30 flex h-14 items-center border-b bg-background px-4 sm:gap-3 sm:px-6 lg:px-8"
    >
      <NavDrawer navigation={navigation} marks={marks} head={head} />
      <div className="min-w-0 flex-1 max-sm:mx-1">
        <Breadcrumb navigation={navigation} />
        <div className="lg:hidden">{headLine}</div>
      </div>
      {search}
      {state}
      <ThemeToggle />
      <AccountMenu username={operator.username} />
    </header>
  );
}

const loadDrawer = () => import("./nav-drawer-open").then((module) => module.NavDrawerOpen);

function NavDrawer(props: Omit<NavRailProps, "onNavigate"> & { head: ReactNode }) {
  const { part: Open, trigger } = useLazyComponent(loadDrawer);
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

const loadThemes = () => import("./top-bar-menus").then((module) => module.ThemeMenuOpen);

/** CSS picks the icon by the class on <html>, so it is correct on the first paint. */
function ThemeToggle() {
  const { part: Open, trigger } = useLazyComponent(loadThemes);
  if (Open) return <Open trigger={<ThemeButton />} />;
  return <ThemeButton aria-haspopup="menu" {...trigger} />;
}

function ThemeButton(props: ComponentProps<typeof Button>) {
  return (
    <Button variant="ghost" size="icon" aria-label="Theme" className="max-sm:hidden" {...props}>
      <Sun aria-hidden="true" className="dark:hidden" />
      <Moon aria-hidden="true" className="hidden dark:block" />
    </Button>
  );
}

const loadAccount = () => import("./top-bar-menus").then((module) => module.AccountMenuOpen);

function AccountMenu({ username }: { username: string }) {
  const { part: Open, trigger } = useLazyComponent(loadAccount);
  if (Open) return <Open username={username} trigger={<AccountButton username={username} />} />;
  return <AccountButton username={username} aria-haspopup="menu" {...trigger} />;
}

function AccountButton({ username, ...props }: { username: string } & ComponentProps<typeof Button>) {
  return (
    <Button
      variant="ghost"
      size="icon"
      aria-label={`Account of ${username}`}
      className="-mr-2 md:w-auto md:max-w-48 md:px-2"
      {...props}
    >
      <CircleUser aria-hidden="true" />
      <span className="truncate max-md:hidden">{username}</span>
    </Button>
  );
}
