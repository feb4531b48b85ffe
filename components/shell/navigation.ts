import { groups, sections } from "@/lib/shared/settings/registry";

export type NavIcon =
  | "overview"
  | "settings"
  | "applications"
  | "guilds"
  | "history"
  | "raw"
  | "import"
  | "reference"
  | "audit"
  | "operators"
  | "account";

export interface NavItem {
  id: string;
  title: string;
  href: string;
  icon?: NavIcon;
}

export interface NavGroup {
  id: string;
  title: string;
  items: readonly NavItem[];
}

export interface Navigation {
  overview: NavItem;
  /** The page that lists all sections. */
  settings: NavItem;
  /** The sections of the configuration file, in the registry's order. */
  groups: readonly NavGroup[];
  /** All other pages, in related blocks. */
  rest: readonly (readonly NavItem[])[];
}

interface Registry {
  groups: readonly { id: string; title: string }[];
  sections: readonly { id: string; group: string; title: string }[];
}

/** The panel's pages: the registry's groups and sections, and the fixed pages. */
export function buildNavigation({ groups, sections }: Registry): Navigation {
  return {
    overview: { id: "overview", title: "Overview", href: "/", icon: "overview" },
    settings: { id: "settings", title: "Settings", href: "/settings", icon: "settings" },
    groups: groups.map(({ id, title }) => ({
      id,
      title,
      items: sections
        .filter((section) => section.group === id)
        .map((section) => ({ id: section.id, title: section.title, href: `/settings/${section.id}` })),
    })),
    rest: [
      [
        { id: "applications", title: "Bots", href: "/applications", icon: "applications" },
        { id: "guilds", title: "Guilds", href: "/guilds", icon: "guilds" },
      ],
      [
        { id: "history", title: "History", href: "/settings/history", icon: "history" },
        { id: "raw", title: "Raw JSON", href: "/settings/raw", icon: "raw" },
        { id: "import", title: "Import and export", href: "/settings/import", icon: "import" },
        { id: "reference", title: "Reference", href: "/settings/reference", icon: "reference" },
      ],
      [
        { id: "audit", title: "Audit", href: "/audit", icon: "audit" },
        { id: "operators", title: "Operators", href: "/operators", icon: "operators" },
        { id: "account", title: "Account", href: "/account", icon: "account" },
      ],
    ],
  };
}

export const navigation: Navigation = buildNavigation({ groups, sections });

/** Pages that have no entry of their own in the rail, listed under the entry that they belong to. */
const subPages: Record<string, string> = {
  "/applications/new": "Create bot",
  "/settings/other": "Other keys",
};

export interface Crumb {
  title: string;
  /** Absent on the last crumb and on crumbs that are not pages. */
  href?: string;
}

/** Whether `pathname` is the item's page or a page below it. The overview matches only itself. */
export function isWithin(item: NavItem, pathname: string): boolean {
  return pathname === item.href || (item.href !== "/" && pathname.startsWith(`${item.href}/`));
}

/** The breadcrumb of `pathname`, outermost first: "Settings / Instance / General". Empty for an unknown page. */
export function trail(places: Navigation, pathname: string): Crumb[] {
  const { title, href } = places.settings;
  if (pathname === href) return [{ title }];
  for (const group of places.groups) {
    const item = group.items.find((candidate) => isWithin(candidate, pathname));
    if (item) return [{ title, href }, { title: group.title }, { title: item.title }];
  }
  const item = [places.overview, ...places.rest.flat()].find((candidate) => isWithin(candidate, pathname));
  if (!item) {
    const page = isWithin(places.settings, pathname) ? subPages[pathname] : undefined;
    return page === undefined ? [] : [{ title, href }, { title: page }];
  }
  const above = isWithin(places.settings, item.href) ? [{ title, href }] : [];
  if (pathname === item.href) return [...above, { title: item.title }];
  const below = subPages[pathname];
  return [...above, { title: item.title, href: item.href }, ...(below ? [{ title: below }] : [])];
}
