import {
  account,
  applyChanges,
  createBot,
  navigation,
  pastApplies,
  registrationTokens,
} from "@/components/shell/navigation";
import type { Command, Page, Place } from "@/lib/shared/settings/search";
import { names } from "./page-names";

const pages: readonly Page[] = [
  ...[...navigation.main, ...navigation.file.filter(({ id }) => id !== "all")].map(({ id, title, href }) => ({
    title,
    href,
    names: names[id],
  })),
  {
    ...applyChanges,
    names: [
      "Restart",
      "Restart required",
      "Restart the server",
      "Reload",
      "Reload config",
      "Pending changes",
      "Changes not in effect",
      "Not taking effect",
      "Reboot",
      "Activate changes",
      "Make changes live",
      "Publish changes",
      "Deploy",
    ],
  },
  {
    ...pastApplies,
    names: [
      "Failed applies",
      "Rollbacks",
      "Deploy history",
      "Apply history",
      "Previous applies",
      "Last deployments",
      "Previous restarts",
    ],
  },
  {
    ...account,
    names: [
      "My account",
      "Profile",
      "Sessions",
      "Passkeys",
      "Two-factor authentication",
      "Authenticator app",
      "My two-factor",
      "My login",
      "My profile",
      "Two-factor for my account",
      "Security key",
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
  { title: "Dark theme", act: "dark", names: ["Dark mode", "Night mode", "Appearance", "Black background"] },
  {
    title: "Light theme",
    act: "light",
    names: ["Light mode", "Day mode", "White background", "Bright mode"],
  },
  {
    title: "System theme",
    act: "system",
    names: ["Auto theme", "System mode", "Automatic theme", "Follow the system", "Match my device"],
  },
  {
    title: "Keyboard shortcuts",
    act: "shortcuts",
    names: ["Hotkeys", "Keys", "Shortcuts", "Key bindings", "Shortcut keys"],
  },
  { title: "Download JSON Schema", act: "schema", names: ["Schema", "Validation"] },
  {
    title: "Download the panel's API reference",
    act: "panel-api",
    names: ["OpenAPI", "API docs", "API documentation", "Panel API", "Swagger", "REST", "Panel endpoints"],
  },
  {
    title: "Download the instance's API reference",
    act: "instance-api",
    names: ["OpenAPI", "API docs", "API documentation", "Instance API", "Endpoints", "Bot API docs"],
  },
  { title: "Sign out", act: "sign-out", names: ["Log out", "Logout", "Signout", "Log off"] },
];

const links: readonly Page[] = [
  {
    ...createBot,
    names: [
      "New bot",
      "Add bot",
      "Create application",
      "New application",
      "Bot token",
      "Provision",
      "Register a bot",
    ],
  },
  {
    title: "Reset bot token",
    href: "/applications",
    names: [
      "New bot token",
      "Regenerate token",
      "Leaked token",
      "Lost token",
      "Bot token leaked",
      "Revoke bot token",
      "Bot token stolen",
      "Replace bot token",
    ],
  },
  {
    title: "Create guild",
    href: "/guilds?new",
    names: ["New guild", "Add guild", "Create server", "Start a server"],
  },
  {
    title: "Create user",
    href: "/users",
    names: ["New user", "Add user", "Create account", "Account for someone", "Register someone"],
  },
  {
    title: "Create user token",
    href: "/users",
    names: ["User token", "Instance API token", "Revoke token", "Token for a user", "Token of a user"],
  },
  {
    title: "Change user rights",
    href: "/users",
    names: [
      "Rights",
      "Give rights",
      "User rights",
      "Promote user",
      "Demote user",
      "Make user admin",
      "Permissions of a user",

      "Admin rights",
    ],
  },
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
      "Add moderator",
      "Add colleague",
      "Share the panel",
      "Invitation",
      "Give access to the panel",
      "Invite moderator",
      "Add staff",
      "Help run the panel",
      "Second admin",
    ],
  },
  {
    title: "Create API token",
    href: "/operators/tokens?new",
    names: [
      "API token",
      "Access token",
      "Personal access token",
      "Token for a script",
      "Automation token",
      "Token for automation",
      "Revoke API token",
      "API key",
      "Script access",
      "Bearer token",
      "API token for automation",
    ],
  },
  {
    title: "Create registration tokens",
    href: registrationTokens.href,
    names: [
      "Registration tokens",
      "Registration links",
      "Sign-up links",
      "Invite link",
      "Invite code",
      "Invite people",
      "Invite people to register",
      "Sign-up code",
      "Invitation link",
      "Invite a friend",
      "One-time invite",
    ],
  },
  {
    title: "Send test mail",
    href: "/settings/email#test-mail",
    names: [
      "Test mail",
      "Test email",
      "Try email",
      "Check mail server",
      "Test SMTP",
      "SMTP not working",
      "Mail not sent",
      "Check email",
      "Does email work",
      "Verify mail server",
    ],
  },
  {
    title: "Restore a version",
    href: "/settings/history",
    names: [
      "Restore",
      "Roll back",
      "Rollback",
      "Restore old version",
      "Restore backup",
      "Backup of the file",
      "Go back",
      "Earlier settings",
      "Previous settings",
      "Old settings",
      "Previous version",
      "Old version",
      "Go back to an older version",
    ],
  },
  { title: "Apply saved changes", href: applyChanges.href, names: ["Apply", "Restart the instance"] },
  {
    title: "Mark as restarted",
    href: applyChanges.href,
    names: ["Mark restarted", "Restarted by hand", "Already restarted", "I restarted the server"],
  },
  {
    title: "Undo a save",
    href: "/settings/history",
    names: [
      "Undo",
      "Undo a change",
      "Undo last save",
      "Revert",
      "Mistake",
      "Made a mistake",
      "Undo my change",
      "Broke something",
      "Wrong change",
    ],
  },
  {
    title: "Change password",
    href: "/account",
    names: ["My password", "New password", "Password", "My own password", "Reset my password"],
  },
  {
    title: "End other sessions",
    href: "/account",
    names: [
      "Sessions",
      "Sign out everywhere",
      "Log out everywhere",
      "Sign out other devices",
      "Devices",
      "Sign out other sessions",
      "Active sessions",
      "Stolen laptop",
      "Somebody else is signed in",
    ],
  },
  {
    title: "Show unsaved changes",
    href: "/settings?filter=unsaved",
    names: ["Unsaved", "Review changes", "Drafts", "Save", "Not saved", "Unsaved edits"],
  },
  {
    title: "Show problems",
    href: "/settings?filter=problem",
    names: [
      "Problems",
      "Errors",
      "Warnings",
      "What is wrong",
      "Invalid settings",
      "Config errors",
      "Misconfigured",
      "Check the config",
      "Broken settings",
    ],
  },
  {
    title: "Show modified settings",
    href: "/settings?filter=modified",
    names: [
      "Modified",
      "Non-default",
      "Non-default values",
      "Differs from default",
      "Customized",
      "What did I change",
      "Changed settings",
      "Custom values",
      "Different from default",
    ],
  },
  {
    title: "Show secrets",
    href: "/settings?filter=secret",
    names: [
      "Secrets",
      "Credentials",
      "API keys",
      "Stored passwords",
      "Passwords and keys",
      "Sensitive settings",
    ],
  },
  {
    title: "Show unused settings",
    href: "/settings?filter=unused",
    names: [
      "Unused",
      "Settings without effect",
      "Ignored settings",
      "Settings that do nothing",
      "Useless settings",
    ],
  },
  {
    title: "Show deprecated settings",
    href: "/settings?filter=deprecated",
    names: [
      "Deprecated",
      "Outdated",
      "Obsolete",
      "Legacy",
      "Old settings",
      "Outdated settings",
      "Obsolete settings",
    ],
  },
  {
    title: "Export the file",
    href: "/settings/import",
    names: [
      "Download",
      "Download config",
      "Dump config",
      "Copy of the config",
      "Backup",
      "Save a copy",
      "Download settings",
      "Save the config",
      "Config dump",
    ],
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
