import type { ReactNode } from "react";
import Link from "next/link";
import { Brand } from "./brand";
import type { Navigation } from "./navigation";
import { NavRail } from "./nav-rail";
import type { SectionCounts } from "./section-counts";
import { Shortcuts } from "./shortcuts";
import { SkipLink } from "./skip-link";
import { TopBar } from "./top-bar";

export interface AppShellProps {
  /** The pages, those of the sections that the program knows whose file this is among them. */
  navigation: Navigation;
  operator: { username: string };
  counts?: SectionCounts;
  /** The search's button, such as `<SearchButton>`. */
  search?: ReactNode;
  /** The file's state, such as `<FileStatePill>`. */
  fileState?: ReactNode;
  /** The page. It brings its own `<h1>`, for instance with PageHeader. */
  children: ReactNode;
}

/** The frame around every signed-in page: the rail, the top bar, the content column. */
export function AppShell({ navigation, operator, counts, search, fileState, children }: AppShellProps) {
  return (
    <div className="lg:grid lg:grid-cols-[256px_minmax(0,1fr)]">
      <SkipLink />
      <Shortcuts />
      <nav
        aria-label="Main"
        data-slot="nav-rail"
        className="sticky top-0 hidden h-dvh flex-col overflow-y-auto border-r bg-surface lg:flex print:hidden"
      >
        <Link
          href="/"
          className="sticky top-0 z-10 flex h-14 shrink-0 items-center bg-surface px-5 focus-visible:-outline-offset-2"
        >
          <Brand />
        </Link>
        <NavRail navigation={navigation} counts={counts} />
      </nav>
      <div className="min-w-0">
        <TopBar
          navigation={navigation}
          counts={counts}
          operator={operator}
          search={search}
          fileState={fileState}
        />
        <main
          id="content"
          tabIndex={-1}
          className="mx-auto w-full max-w-[880px] px-4 pt-6 pb-24 sm:px-6 sm:pt-8"
        >
          {children}
        </main>
      </div>
    </div>
  );
}
