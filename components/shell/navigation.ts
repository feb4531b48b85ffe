import {
  Archive,
  Bell,
  Bot,
  CircleUser,
  Contact,
  History,
  LayoutDashboard,
  type LucideIcon,
  ScrollText,
  Server,
  ShieldCheck,
  SlidersHorizontal,
  UsersRound,
} from "lucide-react";
import { groups, sections } from "@/lib/shared/settings/registry";

export interface NavItem {
  id: string;
  title: string;
  href: string;
  icon?: LucideIcon;
  isLocked?: true;
}

export interface NavGroup {
  id: string;
  title: string;
  items: readonly NavItem[];
}

export interface Navigation {
  main: readonly NavItem[];
  /** The settings sections by group, in the registry's order. */
  groups: readonly NavGroup[];
  file: readonly NavItem[];
}

interface Registry {
  groups: readonly { id: string; title: string }[];
  sections: readonly { id: string; group: string; title: string }[];
  /** Ids of the sections that the operator may change. Undefined without a limit. */
  allowed?: readonly string[] | undefined;
}

const overview: NavItem = { id: "overview", title: "Overview", href: "/", icon: LayoutDashboard };
const settings: NavItem = { id: "settings", title: "Settings", href: "/settings", icon: SlidersHorizontal };
const instance: NavItem = { id: "instance", title: "Instance", href: "/instance", icon: Server };
const users: NavItem = { id: "users", title: "Users", href: "/users", icon: Contact };
const history: NavItem = { id: "history", title: "History", href: "/settings/history", icon: History };

/** Id of the entry for unrecognized keys. `Marks` counts their problems under this id. */
export const unrecognizedId = "unrecognized";

/** Builds the panel's navigation: fixed pages, and the groups and sections of the registry. */
export function buildNavigation({ groups, sections, allowed }: Registry): Navigation {
  return {
    main: [
      overview,
      settings,
      { id: "bots", title: "Bots", href: "/applications", icon: Bot },
      { id: "guilds", title: "Guilds", href: "/guilds", icon: UsersRound },
      users,
      instance,
      history,
      { id: "audit", title: "Audit", href: "/audit", icon: ScrollText },
      { id: "operators", title: "Operators", href: "/operators", icon: ShieldCheck },
      { id: "notifications", title: "Notifications", href: "/notifications", icon: Bell },
      { id: "backups", title: "Backups", href: "/backups", icon: Archive },
    ],
    groups: groups.map(({ id, title }) => ({
      id,
      title,
      items: sections
        .filter((section) => section.group === id)
        .map(({ id: section, title: name }) => ({
          id: section,
          title: name,
          href: `/settings/${section}`,
          ...(allowed?.includes(section) === false && { isLocked: true as const }),
        })),
    })),
    file: [
      { id: "all", title: "All settings", href: "/settings" },
      { id: unrecognizedId, title: "Unrecognized keys", href: "/settings/other" },
      { id: "raw", title: "Raw JSON", href: "/settings/raw" },
      { id: "import", title: "Import and export", href: "/settings/import" },
      { id: "reference", title: "Reference", href: "/settings/reference" },
    ],
  };
}

export const navigation: Navigation = buildNavigation({ groups, sections });

export const account = { id: "account", title: "Account", href: "/account", icon: CircleUser } as const;
export const registrationTokens = { title: "Registration tokens", href: "/registration-tokens" } as const;
export const createBot = { title: "Create bot", href: "/applications/new" } as const;

export const operatorPages = [
  { title: "Operators", href: "/operators" },
  { title: "Invitations", href: "/operators/invitations" },
  { title: "API tokens", href: "/operators/tokens" },
] as const;

export const historyPages = [
  { title: "Versions", href: "/settings/history" },
  { title: "Proposals", href: "/settings/history/proposals" },
] as const;

export const applyChanges = { title: "Apply changes", href: "/running" } as const;
export const pastApplies = { title: "Past applies", href: "/running/applies" } as const;

export const instancePages = [{ title: "Status", href: instance.href }, applyChanges, pastApplies] as const;
const isOfInstance = (pathname: string) => instancePages.some((page) => isWithin(page, pathname));

export const userPages = [{ title: users.title, href: users.href }, registrationTokens] as const;

/** Whether `pathname` is the item's page or below it. For the overview, only the page itself counts. */
export function isWithin({ href }: Pick<NavItem, "href">, pathname: string): boolean {
  return pathname === href || (href !== "/" && pathname.startsWith(`${href}/`));
}

/**
 * Whether the page is a settings page, on which the rail shows the sections. The history has an entry in the main rail
 * instead.
 */
export function isInSettings(pathname: string): boolean {
  return isWithin(settings, pathname) && !isWithin(history, pathname);
}

export function mainItemOf({ main }: Navigation, pathname: string): NavItem | undefined {
  if (isWithin(history, pathname)) return history;
  if (isOfInstance(pathname)) return instance;
  if (isWithin(registrationTokens, pathname)) return users;
  return main.find((item) => isWithin(item, pathname));
}

export function groupOf(places: Navigation, pathname: string): NavGroup | undefined {
  return places.groups.find((group) => group.items.some((item) => isWithin(item, pathname)));
}

export interface Crumb {
  title: string;
  href?: string;
}

/** Returns the breadcrumb of a page, such as "Settings / Instance / General". Empty for an unknown page. */
export function trail(places: Navigation, pathname: string): Crumb[] {
  if (isInSettings(pathname)) return settingsTrail(places, pathname);
  if (pathname === account.href) return [{ title: account.title }];
  const apply = /^\/running\/applies\/(\d+)$/.exec(pathname)?.[1];
  if (apply !== undefined)
    return [{ title: instance.title, href: instance.href }, pastApplies, { title: `Apply ${apply}` }];
  const part = instancePages.find(({ href }) => href === pathname && href !== instance.href);
  if (part) return [{ title: instance.title, href: instance.href }, { title: part.title }];
  if (pathname === registrationTokens.href)
    return [{ title: users.title, href: users.href }, { title: registrationTokens.title }];
  const item = mainItemOf(places, pathname);
  if (!item) return [];
  const below = pathname === item.href ? undefined : titleBelow(pathname);
  return below === undefined
    ? [{ title: item.title }]
    : [{ title: item.title, href: item.href }, { title: below }];
}

function settingsTrail(places: Navigation, pathname: string): Crumb[] {
  const { title, href } = settings;
  if (pathname === href) return [{ title }];
  const group = groupOf(places, pathname);
  const item = (group?.items ?? places.file).find(
    (candidate) => candidate.href !== href && isWithin(candidate, pathname),
  );
  if (!item) return [];
  const above = [{ title, href }, ...(group ? [{ title: group.title }] : [])];
  return pathname === item.href ? [...above, { title: item.title }] : [...above, item, { title: "History" }];
}

/** Returns the title of a page that has no entry in the rail. */
function titleBelow(pathname: string): string | undefined {
  if (pathname === createBot.href) return createBot.title;
  const part = operatorPages.find(({ href }) => href === pathname);
  if (part) return part.title;
  if (/^\/guilds\/\d+$/.test(pathname)) return "Guild";
  if (/^\/users\/\d+$/.test(pathname)) return "User";
  if (pathname === historyPages[1].href) return historyPages[1].title;
  const proposal = /^\/settings\/history\/proposals\/(\d+)$/.exec(pathname)?.[1];
  if (proposal !== undefined) return `Proposal ${proposal}`;
  const version = /^\/settings\/history\/(\d+)$/.exec(pathname)?.[1];
  return version === undefined ? undefined : `Version ${version}`;
}

export type PageWidth = "column" | "form" | "full";

/** Pages whose content uses the window's full width: tables, text editors and pages that arrange their own columns. */
const fullPages = [
  ...navigation.main.filter(({ id }) => id !== "settings"),
  applyChanges,
  registrationTokens,
  { href: "/settings/raw" },
];

export function widthOf(pathname: string): PageWidth {
  if (pathname === createBot.href) return "column";
  if (fullPages.some((item) => isWithin(item, pathname))) return "full";
  return groupOf(navigation, pathname) ? "form" : "column";
}
