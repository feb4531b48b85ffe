import {
  account,
  applyChanges,
  createBot,
  navigation,
  pastApplies,
  registrationTokens,
} from "@/components/shell/navigation";
import type { Command, Page, Place } from "@/lib/shared/settings/search";

/** Additional names of pages. */
const names: Record<string, readonly string[]> = {
  overview: [
    "Home",
    "Dashboard",
    "Start",
    "Status",
    "Health",
    "Uptime",
    "Outages",
    "Response times",
    "Latency",
    "Slow gateway",
    "Slow API",
    "Everything running",
  ],
  settings: ["All settings", "Configuration", "Config", "Preferences", "Options"],
  bots: ["Applications", "Apps", "Integrations"],
  guilds: ["Servers", "Communities"],
  users: ["People", "Members", "Accounts", "User accounts", "Ban user", "Ban", "Who is online"],
  history: [
    "Versions",
    "Revisions",
    "Changes",
    "Who changed",
    "Who raised",
    "Who deleted",
    "Compare versions",
    "Last week",
  ],
  audit: ["Audit log", "Log", "Activity", "Sign-ins", "Who signed in", "Events"],
  operators: ["Admins", "Administrators", "Staff"],
  notifications: ["Webhook", "Discord webhook", "Alerts", "Notify", "Test notification", "Deliveries"],
  backups: ["Back up now", "Backup schedule", "Scheduled backups", "Copy of the database"],
  unrecognized: ["Unknown keys", "Other keys", "Custom keys"],
  raw: ["JSON", "Edit as text", "Edit by hand", "Edit the file", "Source", "Editor", "Config file"],
  import: ["Import", "Import JSON", "Export", "Upload configuration", "Backup"],
  reference: ["Documentation", "Docs", "Help", "Manual", "Guide", "List of settings", "Schema", "Defaults"],
};

const pages: readonly Page[] = [
  ...[...navigation.main, ...navigation.file.filter(({ id }) => id !== "all")].map(({ id, title, href }) => ({
    title,
    href,
    names: names[id],
  })),
  { ...applyChanges, names: ["Restart", "Restart required", "Restart the server", "Reload"] },
  { ...pastApplies, names: ["Failed applies"] },
  {
    ...account,
    names: [
      "My account",
      "Profile",
      "Sessions",
      "Passkeys",
      "Two-factor authentication",
      "Authenticator app",
    ],
  },
];

export const reference: Page = { title: "Reference", href: "/settings/reference" };

/** Commands that the palette executes. */
export type Act =
  | "sign-out"
  | "light"
  | "dark"
  | "system"
  | "shortcuts"
  | "schema"
  | "panel-api"
  | "instance-api";

const acts: readonly (Command & { act: Act })[] = [
  { title: "Dark theme", act: "dark", names: ["Dark mode", "Night mode", "Appearance"] },
  { title: "Light theme", act: "light", names: ["Light mode", "Day mode"] },
  { title: "System theme", act: "system", names: ["Auto theme", "System mode"] },
  {
    title: "Keyboard shortcuts",
    act: "shortcuts",
    names: ["Hotkeys", "Keys", "Shortcuts", "Key bindings"],
  },
  { title: "Download JSON Schema", act: "schema", names: ["Schema", "Validation"] },
  {
    title: "Download the panel's API reference",
    act: "panel-api",
    names: ["OpenAPI", "API docs", "API documentation", "Panel API", "Swagger", "REST"],
  },
  {
    title: "Download the instance's API reference",
    act: "instance-api",
    names: ["OpenAPI", "API docs", "API documentation", "Instance API", "Endpoints"],
  },
  { title: "Sign out", act: "sign-out", names: ["Log out", "Logout", "Signout", "Log off", "Leave"] },
];

const links: readonly Page[] = [
  {
    ...createBot,
    names: ["New bot", "Add bot", "Create application", "New application", "Bot token", "Provision"],
  },
  {
    title: "Reset bot token",
    href: "/applications",
    names: ["New bot token", "Regenerate token", "Leaked token", "Lost token"],
  },
  { title: "Create guild", href: "/guilds?new", names: ["New guild", "Add guild", "Create server"] },
  { title: "Create user", href: "/users", names: ["New user", "Add user", "Create account"] },
  {
    title: "Create user token",
    href: "/users",
    names: ["User token", "Instance API token", "Revoke token"],
  },
  { title: "Change user rights", href: "/users", names: ["Rights", "Give rights", "User rights"] },
  {
    title: "Invite operator",
    href: "/operators/invitations?new",
    names: [
      "New operator",
      "Add operator",
      "Add admin",
      "Invite admin",
      "Give admin",
      "Make admin",
      "Invitation",
    ],
  },
  {
    title: "Create API token",
    href: "/operators/tokens?new",
    names: ["API token", "Access token", "Personal access token", "Token for a script", "Revoke API token"],
  },
  {
    title: "Create registration tokens",
    href: registrationTokens.href,
    names: [
      "Registration tokens",
      "Registration links",
      "Sign-up links",
      "Invite link",
      "Invite people to register",
    ],
  },
  {
    title: "Send test mail",
    href: "/settings/email#test-mail",
    names: ["Test mail", "Test email", "Try email", "Check mail server", "SMTP not working", "Mail not sent"],
  },
  {
    title: "Restore a version",
    href: "/settings/history",
    names: ["Restore", "Roll back", "Rollback", "Restore old version", "Restore backup", "Go back"],
  },
  { title: "Apply saved changes", href: applyChanges.href, names: ["Apply", "Restart the instance"] },
  { title: "Mark as restarted", href: applyChanges.href, names: ["Mark restarted", "Restarted by hand"] },
  {
    title: "Undo a save",
    href: "/settings/history",
    names: ["Undo", "Undo a change", "Undo last save", "Revert"],
  },
  { title: "Change password", href: "/account", names: ["My password", "New password", "Password"] },
  { title: "End other sessions", href: "/account", names: ["Sessions", "Sign out everywhere", "Devices"] },
  {
    title: "Show unsaved changes",
    href: "/settings?filter=unsaved",
    names: ["Unsaved", "Review changes", "Drafts", "Save"],
  },
  { title: "Show problems", href: "/settings?filter=problem", names: ["Problems", "Errors", "Warnings"] },
  {
    title: "Show modified settings",
    href: "/settings?filter=modified",
    names: ["Modified", "Non-default", "What did I change"],
  },
  { title: "Show secrets", href: "/settings?filter=secret", names: ["Secrets", "Credentials", "API keys"] },
  { title: "Show unused settings", href: "/settings?filter=unused", names: ["Unused"] },
  {
    title: "Show deprecated settings",
    href: "/settings?filter=deprecated",
    names: ["Deprecated", "Outdated"],
  },
  {
    title: "Export the file",
    href: "/settings/import",
    names: ["Download", "Download config", "Backup", "Save a copy"],
  },
];

/**
 * All pages except settings sections, and all commands. If the query is empty, the palette lists them in this order.
 */
export const fixedPlaces: readonly Place[] = [...pages, ...links, ...acts];

/**
 * Returns a unique value for each place. Several places may link to the same page, so the value contains the
 * title.
 */
export const keyOf = (place: Place): string =>
  "href" in place ? `${place.href} ${place.title}` : `${place.act} ${place.title}`;

export const isDangerous = (place: Place): boolean => "act" in place && place.act === "sign-out";

export const isCommand = (place: Place): boolean =>
  links.some((link) => link === place) || acts.some((act) => act === place);
