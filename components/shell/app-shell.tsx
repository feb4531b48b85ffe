"use client";

import { usePathname } from "next/navigation";
import type { ReactNode } from "react";
import { cn } from "@/components/ui/cn";
import { ConfirmIdentity } from "./form/confirm-identity";
import type { Marks } from "./marks";
import { NavLink } from "./nav-link";
import { NavRail } from "./nav-rail";
import { account, type Navigation, type PageWidth, widthOf } from "./navigation";
import { Shortcuts } from "./shortcuts";
import { TopBar } from "./top-bar";

export interface AppShellProps {
  /** The panel's pages. */
  navigation: Navigation;
  operator: {
    id: number;
    username: string;
    provider: string | null;
  };
  head: ReactNode;
  /** The same in one line, for screens on which the rail is in a drawer. */
  headLine: ReactNode;
  marks?: Marks;
  search?: ReactNode;
  state?: ReactNode;
  bar?: ReactNode;
  children: ReactNode;
}

/**
 * The widths include the padding. A form is 880 px wide (`column`). The width `form` has 232 px more, for the
 * list of cards next to the form and the gap between them.
 */
const widths: Record<PageWidth, string> = {
  column: "max-w-[944px]",
  form: "max-w-[1176px]",
  full: "max-w-[1680px]",
};

export function AppShell({
  navigation,
  operator,
  head,
  headLine,
  marks,
  search,
  state,
  bar,
  children,
}: AppShellProps) {
  const pathname = usePathname();
  return (
    <div className="lg:grid lg:grid-cols-[240px_minmax(0,1fr)] print:block">
      <SkipLink />
      <Shortcuts />
      <ConfirmIdentity id={operator.id} username={operator.username} provider={operator.provider} />
      <nav
        aria-label="Main"
        data-slot="nav-rail"
        className="sticky top-0 hidden h-dvh scroll-pt-28 scroll-pb-14 flex-col overflow-y-auto border-r bg-surface px-3 lg:flex print:hidden"
      >
        <div className="sticky top-0 z-10 -mx-1 mb-2 border-b bg-surface py-2">{head}</div>
        <NavRail navigation={navigation} marks={marks} />
        <div className="sticky bottom-0 -mx-1 mt-auto border-t bg-surface px-1 py-2">
          <NavLink item={account} current={pathname === account.href} />
        </div>
      </nav>
      <div className="min-w-0">
        <TopBar
          navigation={navigation}
          marks={marks}
          operator={operator}
          head={head}
          headLine={headLine}
          search={search}
          state={state}
        />
        <main
          id="content"
          tabIndex={-1}
          className={cn(
            "w-full px-4 pt-6 pb-24 sm:px-6 lg:px-8 print:max-w-none print:p-0",
            widths[widthOf(pathname)],
          )}
        >
          <div className="flex min-h-[calc(100dvh-184px)] flex-col">
            {children}
            {bar}
          </div>
        </main>
      </div>
    </div>
  );
}

/** The first Tab stop of every page. Skips the rail and moves the focus to `<main id="content">`. */
function SkipLink() {
  return (
    <a
      href="#content"
      className="fixed top-2 left-2 z-50 -translate-y-16 rounded-lg border border-border-strong bg-surface-raised px-4 py-2 font-medium focus:translate-y-0 print:hidden"
    >
      Skip to content
    </a>
  );
}
