import * as z from "zod/mini";
import { roles } from "../role";
import { route } from "./route";
import { newUsernameSchema } from "./username";
import { lifetime, nextPage, numbered } from "./fields";

export const MOST_PASSWORD_CHARACTERS = 256;

/**
 * Length matters most, so there are no rules about which characters it must contain. Common passwords are
 * refused when a password is set.
 */
export const newPassword = z
  .string("Enter a password.")
  .check(
    z.minLength(8, "Use at least 8 characters."),
    z.maxLength(MOST_PASSWORD_CHARACTERS, "Use at most 256 characters."),
  );

export const credentials = z.object({ username: newUsernameSchema, password: newPassword });

const role = z.enum(roles, "Choose owner, editor or viewer.");

const operator = z.object({
  id: z.int(),
  username: z.string(),
  /**
   * Id (Snowflake) of the operator's user in standalone mode. Null if the panel works with a running instance.
   */
  userId: z.nullable(z.string()),
  role,
  /** Ids of the sections to which an editor is limited. Undefined without a limit. */
  sections: z.optional(z.array(z.string())),
  disabled: z.boolean(),
  mustChangePassword: z.boolean(),
  isProvided: z.boolean(),
  createdAt: z.number(),
});
export type PanelOperator = z.infer<typeof operator>;

const session = z.object({
  id: z.string(),
  current: z.boolean(),
  /** Such as "Firefox on Windows". */
  browser: z.string(),
  address: z.string(),
  createdAt: z.number(),
  /** Milliseconds since 1970, rounded to the minute. */
  lastSeenAt: z.number(),
});
export type PanelSession = z.infer<typeof session>;

const sessionPage = z.object({
  sessions: z.array(session),
  total: z.int(),
  next: nextPage,
});
export type SessionPage = z.infer<typeof sessionPage>;

/** An API token without its value. Times are in milliseconds since 1970. */
const apiToken = z.object({
  id: z.string(),
  name: z.string(),
  operator: z.string(),
  operatorId: z.int(),
  /** The role that was chosen for the token or the operator's current role, whichever is weaker. */
  role: z.enum(roles),
  confirmed: z.boolean(),
  proposes: z.boolean(),
  createdAt: z.number(),
  endsAt: z.number(),
  isEnded: z.boolean(),
  /** Rounded to the minute. */
  lastUsedAt: z.nullable(z.number()),
  lastAddress: z.nullable(z.string()),
});
export type ApiToken = z.infer<typeof apiToken>;

/** Anybody who has the invitation's link can see them. Times are in milliseconds since 1970. */
const facts = z.object({
  role: z.enum(roles),
  invitedBy: z.string(),
  endsAt: z.number(),
});
export type InvitationFacts = z.infer<typeof facts>;

/** `note` is whom the invitation is for. */
const invitation = z.extend(facts, { id: z.string(), note: z.string(), createdAt: z.number() });
export type Invitation = z.infer<typeof invitation>;

export const invitationRoutes = {
  listInvitations: route("GET", "/invitations", {
    summary: "Lists the open invitations, newest first, without the links.",
    role: "owner",
    answer: z.array(invitation),
  }),
  createInvitation: route("POST", "/invitations", {
    summary: "Creates a one-time link for a new operator and returns it once.",
    role: "owner",
    audit: "operator.invite",
    proof: { refusal: "The invitation was not created" },
    body: z.object({
      role: z.enum(roles, "Choose owner, editor or viewer."),
      note: z._default(z.string().check(z.trim(), z.maxLength(60, "Use at most 60 characters.")), ""),
      expiresInDays: lifetime("invitation", 30),
    }),
    answer: z.object({ link: z.string(), invitation }),
    status: 201,
  }),
  revokeInvitation: route("DELETE", "/invitations/:id", {
    summary: "Revokes an open invitation. Its link stops working.",
    role: "owner",
    audit: "operator.invite.revoke",
    answer: z.object({ revoked: z.string() }),
  }),
};

export const operatorRoutes = {
  listOperators: route("GET", "/operators", {
    summary: "Lists the operators, by name.",
    role: "viewer",
    answer: z.array(operator),
  }),
  changeOperator: route("PATCH", "/operators/:id", {
    summary:
      "Enables or disables an operator's sign-in, or changes the role, the username, or the sections to which an editor is limited (null: all). Send only one of them.",
    role: "owner",
    audit: ["operator.enable", "operator.disable", "operator.role", "operator.rename", "operator.sections"],
    proof: { refusal: "The operator was not changed" },
    params: numbered,
    body: z.union([
      z.object({ disabled: z.boolean("Send whether the operator is disabled: true or false.") }),
      z.object({ role }),
      z.object({ username: newUsernameSchema }),
      z.object({
        sections: z.nullable(z.array(z.string()).check(z.minLength(1, "Name at least one section."))),
      }),
    ]),
    answer: operator,
  }),
  removeOperator: route("DELETE", "/operators/:id", {
    summary: "Removes an operator and ends their sessions. The history and the audit log keep the name.",
    role: "owner",
    audit: "operator.remove",
    proof: { refusal: "The operator was not removed" },
    params: numbered,
    answer: z.object({ removed: z.boolean() }),
  }),
  requirePassword: route("POST", "/operators/:id/password", {
    summary:
      "Requires a new password at the operator's next sign-in. Ends their sessions, and revokes their API tokens, user tokens and invitations.",
    role: "owner",
    audit: "operator.password.require",
    proof: { refusal: "No new password was required" },
    params: numbered,
    answer: operator,
  }),
  endOperatorSessions: route("DELETE", "/operators/:id/sessions", {
    summary: "Ends all sessions of an operator.",
    role: "owner",
    audit: "operator.sessions.end",
    proof: { refusal: "The sessions were not ended" },
    params: numbered,
    answer: z.object({ ended: z.boolean() }),
  }),
  listSessions: route("GET", "/account/sessions", {
    summary:
      "Lists the operator's sessions, 50 at a time: the current session first, then the most recently used.",
    role: "viewer",
    query: z.object({ after: z.optional(z.string().check(z.regex(/^\d{1,15}\.[\w-]{1,64}$/))) }),
    answer: sessionPage,
  }),
  endSessions: route("DELETE", "/account/sessions", {
    summary: "Signs the operator out everywhere.",
    role: "viewer",
    audit: "operator.sign-out-everywhere",
    proof: { refusal: "You are still signed in everywhere" },
    answer: z.object({ ended: z.boolean() }),
  }),
  endSession: route("DELETE", "/account/sessions/:id", {
    summary: "Ends one session of the operator.",
    role: "viewer",
    audit: "session.end",
    proof: { refusal: "The session was not ended" },
    answer: z.object({ ended: z.boolean() }),
  }),
  userToken: route("GET", "/token", {
    summary: "Returns a new short-lived user token of the operator, for calling the instance API.",
    role: "editor",
    answer: z.object({
      token: z.string(),
      expiresAt: z.nullable(z.string()),
    }),
  }),
  changePassword: route("PUT", "/account/password", {
    summary: "Changes the operator's own password and ends all of their sessions, including this one.",
    role: "viewer",
    audit: "operator.password",
    proof: { refusal: "The password was not changed", field: "current" },
    body: z.object({
      current: z.string("Enter your current password."),
      next: newPassword,
    }),
    answer: z.object({ changed: z.boolean() }),
  }),
  listApiTokens: route("GET", "/api-tokens", {
    summary:
      "Lists the operator's API tokens, newest first, without the token values. An owner's list has everybody's tokens.",
    role: "viewer",
    answer: z.array(apiToken),
  }),
  createApiToken: route("POST", "/api-tokens", {
    summary: "Creates an API token for the operator and returns it once.",
    role: "viewer",
    audit: "api-token.create",
    proof: { refusal: "The API token was not created" },
    body: z.object({
      name: z
        .string("Enter a name for the token.")
        .check(
          z.trim(),
          z.minLength(1, "Enter a name."),
          z.maxLength(60, "Use at most 60 characters."),
          z.regex(/^[^\p{Cc}\p{Cf}\p{Co}\p{Cn}]*$/u, "Remove the invisible characters."),
        ),
      role: z.enum(roles, "Choose owner, editor or viewer."),
      expiresInDays: lifetime("token", 366),
      confirmed: z._default(z.boolean(), false),
      proposes: z._default(z.boolean(), false),
    }),
    answer: z.object({ token: z.string(), entry: apiToken }),
    status: 201,
  }),
  revokeApiToken: route("DELETE", "/api-tokens/:id", {
    summary: "Revokes one of the caller's API tokens. Owners can revoke anybody's.",
    role: "viewer",
    audit: "api-token.revoke",
    answer: z.object({ revoked: z.string() }),
  }),
};
