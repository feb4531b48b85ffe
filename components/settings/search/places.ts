import {
  account,
  applyChanges,
  createBot,
  navigation,
  pastApplies,
  registrationTokens,
} from "@/components/shell/navigation";
import type { Page, Place } from "@/lib/shared/settings/search";
import { names } from "./page-names";

const pages: readonly Page[] = [
  ...navigation.main,
  ...navigation.file.filter(({ id }) => id !== "all"),
  applyChanges,
  pastApplies,
  account,
].map(({ title, href }) => ({ title, href }));

export const reference: Page = { title: "Reference", href: "/settings/reference" };

const links: readonly Page[] = [
  createBot,
  { title: "Reset bot token", href: "/applications" },
  { title: "Create guild", href: "/guilds?new" },
  { title: "Create user", href: "/users" },
  { title: "Create user token", href: "/users" },
  { title: "Change user rights", href: "/users" },
  { title: "Invite operator", href: "/operators/invitations?new" },
  { title: "Create API token", href: "/operators/tokens?new" },
  { title: "Create registration tokens", href: registrationTokens.href },
  { title: "Send test mail", href: "/settings/email#test-mail" },
  { title: "Restore a version", href: "/settings/history" },
  { title: "Apply saved changes", href: applyChanges.href },
  { title: "Mark as restarted", href: applyChanges.href },
  { title: "Undo a save", href: "/settings/history" },
  { title: "Change password", href: "/account" },
  { title: "End other sessions", href: "/account" },
  { title: "Show unsaved changes", href: "/settings?filter=unsaved" },
  { title: "Show problems", href: "/settings?filter=problem" },
  { title: "Show modified settings", href: "/settings?filter=modified" },
  { title: "Show secrets", href: "/settings?filter=secret" },
  { title: "Show unused settings", href: "/settings?filter=unused" },
  { title: "Show deprecated settings", href: "/settings?filter=deprecated" },
  { title: "Export the file", href: "/settings/import" },
];

/** Commands that the palette executes. */
const acts = [
  { title: "Dark theme", act: "dark" },
  { title: "Light theme", act: "light" },
  { title: "System theme", act: "system" },
  { title: "Keyboard shortcuts", act: "shortcuts" },
  { title: "Download JSON Schema", act: "schema" },
  { title: "Download the panel's API reference", act: "panel-api" },
  { title: "Download the instance's API reference", act: "instance-api" },
  { title: "Sign out", act: "sign-out" },
] as const;

export type Act = (typeof acts)[number]["act"];

const withNames = (place: Place): Place => ({ ...place, names: names[place.title]?.split(", ") });
const commands = [...links, ...acts].map(withNames);

/**
 * All pages except settings sections, and all commands. If the query is empty, the palette lists them in this order.
 */
export const fixedPlaces: readonly Place[] = [...pages.map(withNames), ...commands];

/**
 * Returns a unique value for each place. Several places may link to the same page, so the value contains the
 * title.
 */
export const keyOf = (place: Place): string =>
  "href" in place ? `${place.href} ${place.title}` : `${place.act} ${place.title}`;

export const isDangerous = (place: Place): boolean => "act" in place && place.act === "sign-out";

export const isCommand = (place: Place): boolean => commands.includes(place);
