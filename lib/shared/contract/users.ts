import * as z from "zod/mini";
import { bits, lifetime, namedUser, nextPage, pageQuery } from "./fields";
import { route } from "./route";

/*
 * The data of the Users pages. Ids and rights are decimal numbers as text, and times are ISO 8601. A token
 * appears only in the response to the request that creates it. Null means that the instance does not report
 * the value.
 */

const panelUser = z.extend(namedUser, {
  disabled: z.boolean(),
  rights: z.nullable(z.string()),
  guildCount: z.nullable(z.number()),
  createdAt: z.string(),
  operator: z.nullable(z.object({ username: z.string(), disabled: z.boolean() })),
  isSelf: z.boolean(),
});
export type PanelUser = z.infer<typeof panelUser>;

const userPage = z.object({
  /** Sorted by name. */
  users: z.array(panelUser),
  next: nextPage,
});
export type UserPage = z.infer<typeof userPage>;

const userDetail = z.extend(panelUser, {
  manages: z.nullable(z.array(z.object({ id: z.string(), name: z.string(), owner: z.boolean() }))),
  bot: z.boolean(),
});
export type UserDetail = z.infer<typeof userDetail>;

const userTokenEntry = z.object({
  id: z.string(),
  name: z.string(),
  createdBy: z.string(),
  createdAt: z.string(),
  endsAt: z.string(),
  /** Rounded to the minute. */
  lastUsedAt: z.nullable(z.string()),
  state: z.enum(["active", "ended", "revoked"]),
});
export type UserTokenEntry = z.infer<typeof userTokenEntry>;

const userTokenPage = z.object({
  /** The newest token comes first. */
  tokens: z.array(userTokenEntry),
  next: nextPage,
});
export type UserTokenPage = z.infer<typeof userTokenPage>;

export const userRoutes = {
  listUsers: route("GET", "/users", {
    summary: "Lists people by name, a page at a time. `search` is the start of a name, or an id.",
    role: "viewer",
    query: z.object(pageQuery),
    answer: userPage,
  }),
  createUser: route("POST", "/users", {
    summary: "Creates an account with the rights in register.defaultRights.",
    role: "editor",
    audit: "user.create",
    body: z.object({ username: z.string("Enter a username.") }),
    answer: namedUser,
    status: 201,
  }),
  getUser: route("GET", "/users/:id", {
    summary: "Returns one user, with the guilds that they manage.",
    role: "viewer",
    answer: userDetail,
  }),
  changeUser: route("PATCH", "/users/:id", {
    summary: "Disables or enables a user, or replaces their rights.",
    role: "editor",
    audit: ["user.disable", "user.enable", "user.rights"],
    proof: { refusal: "The user was not changed" },
    body: z.object({
      disabled: z.optional(z.boolean("Send whether the user is disabled: true or false.")),
      rights: z.optional(bits("rights")),
    }),
    answer: panelUser,
  }),
  banUser: route("DELETE", "/users/:id", {
    summary: "Deletes an account and bans its owner from the instance.",
    role: "editor",
    audit: "user.ban",
    proof: { refusal: "The user was not deleted" },
    body: z.object({
      reason: z._default(z.string().check(z.maxLength(400, "Use at most 400 characters.")), ""),
    }),
    answer: z.object({ deleted: z.string() }),
  }),
  listTokens: route("GET", "/users/:id/tokens", {
    summary: "Lists the user's tokens for scripts, newest first, without the token values.",
    role: "viewer",
    query: z.object(pageQuery),
    answer: userTokenPage,
  }),
  createToken: route("POST", "/users/:id/tokens", {
    summary: "Creates a token for scripts and returns it once.",
    role: "editor",
    audit: "user.token.create",
    proof: { refusal: "No token was created" },
    body: z.object({
      name: z.string("Enter a name for the token."),
      expiresInDays: lifetime("token", 366),
    }),
    answer: z.object({ token: z.string(), entry: userTokenEntry }),
    status: 201,
  }),
  revokeToken: route("DELETE", "/users/:id/tokens/:tokenId", {
    summary: "Revokes a token. The instance API refuses it from then on.",
    role: "editor",
    audit: "user.token.revoke",
    answer: userTokenEntry,
  }),
};
