import type { ReactNode } from "react";
import { AccountMenu } from "./account-menu";
import { Breadcrumb } from "./breadcrumb";
import { NavDrawer } from "./nav-drawer";
import type { NavRailProps } from "./nav-rail";
import { ThemeToggle } from "./theme-toggle";
import { UnsavedPill } from "./unsaved-pill";

export interface TopBarProps extends Pick<NavRailProps, "navigation" | "marks"> {
  operator: { username: string };
  /** Says which instance it is. */
  head: ReactNode;
  search?: ReactNode;
  fileState?: ReactNode;
}

export function TopBar({ navigation, marks, operator, head, search, fileState }: TopBarProps) {
  return (
    <header
      data-slot="top-bar"
      className="@container/bar sticky top-0 z-30 flex h-14 items-center gap-2 border-b bg-background px-4 sm:gap-3 sm:px-6 lg:px-8"
    >
      <NavDrawer navigation={navigation} marks={marks} head={head} />
      <Breadcrumb navigation={navigation} className="flex-1" />
      {search}
      <UnsavedPill count={marks?.total.unsaved ?? 0} />
      {fileState}
      <ThemeToggle className="max-sm:hidden" />
      <AccountMenu username={operator.username} />
    </header>
  );
}
