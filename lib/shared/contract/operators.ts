import * as z from "zod/mini";
import { roles } from "@/lib/shared/role";
import { route } from "./route";
import { newUsernameSchema } from "./username";

export const MOST_PASSWORD_CHARACTERS = 256;

/**
 * A password has 8 to 256 characters of any kind. Length matters most, so no kinds of characters are required. Common
 * passwords are refused when a password is set.
 */
export const newPassword = z
  .string("Enter a password.")
  .check(
    z.minLength(8, "Use at least 8 characters."),
    z.maxLength(MOST_PASSWORD_CHARACTERS, "Use at most 256 characters."),
  );

/** The caller's own password. It is a proof of identity for routes with `proof`. */
export const ownPassword = z.optional(z.string("Enter your current password."));
/** Fields of a request's body that can prove the caller's identity. */
export const proof = {
  password: ownPassword,
  /** A code of an authenticator app, or a recovery code. Required if the account has a second factor. */
  code: z.optional(z.string("Enter a code.")),
};

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
  disabled: z.boolean(),
  /** Whether the operator must choose a new password at the next sign-in. */
  mustChangePassword: z.boolean(),
  /** Whether the operator signs in at the OpenID Connect provider. The provider then also determines the role. */
  isProvided: z.boolean(),
  /** Milliseconds since 1970. */
  createdAt: z.number(),
});
export type PanelOperator = z.infer<typeof operator>;

/** A browser in which an operator is signed in. */
const session = z.object({
  id: z.string(),
  /** Whether the request came from this session. */
  current: z.boolean(),
  /** Such as "Firefox on Windows". */
  browser: z.string(),
  /** IP address of the last request. */
  address: z.string(),
  /** Milliseconds since 1970. */
  createdAt: z.number(),
  /** Milliseconds since 1970, rounded to the minute. */
  lastSeenAt: z.number(),
});
export type PanelSession = z.infer<typeof session>;

const sessionPage = z.object({
  sessions: z.array(session),
  /** Number of sessions on all pages. */
  total: z.int(),
  /** The value of `after` that requests the next page. Null on the last page. */
  next: z.nullable(z.string()),
});
export type SessionPage = z.infer<typeof sessionPage>;

const numbered = z.object({ id: z.coerce.number<string>().check(z.int()) });

export const operatorRoutes = {
  listOperators: route("GET", "/operators", {
    summary: "Lists the operators, by name.",
    role: "viewer",
    answer: z.array(operator),
  }),
  changeOperator: route("PATCH", "/operators/:id", {
    summary:
      "Enables or disables an operator's sign-in, or changes the role or the username. Send only one of the three.",
    role: "owner",
    audit: ["operator.enable", "operator.disable", "operator.role", "operator.rename"],
    proof: { refusal: "The operator was not changed" },
    params: numbered,
    body: z.union([
      z.object({ disabled: z.boolean("Send whether the operator is disabled: true or false."), ...proof }),
      z.object({ role, ...proof }),
      z.object({ username: newUsernameSchema, ...proof }),
    ]),
    answer: operator,
  }),
  removeOperator: route("DELETE", "/operators/:id", {
    summary: "Removes an operator and ends their sessions. The history and the audit log keep the name.",
    role: "owner",
    audit: "operator.remove",
    proof: { refusal: "The operator was not removed" },
    params: numbered,
    body: z.object(proof),
    answer: z.object({ removed: z.boolean() }),
  }),
  requirePassword: route("POST", "/operators/:id/password", {
    summary:
      "Requires a new password at the operator's next sign-in. Ends their sessions, and revokes their API tokens and user tokens.",
    role: "owner",
    audit: "operator.password.require",
    proof: { refusal: "No new password was required" },
    params: numbered,
    body: z.object(proof),
    answer: operator,
  }),
  endOperatorSessions: route("DELETE", "/operators/:id/sessions", {
    summary: "Ends all sessions of an operator.",
    role: "owner",
    audit: "operator.sessions.end",
    proof: { refusal: "The sessions were not ended" },
    params: numbered,
    body: z.object(proof),
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
    body: z.optional(z.object(proof)),
    answer: z.object({ ended: z.boolean() }),
  }),
  endSession: route("DELETE", "/account/sessions/:id", {
    summary: "Ends one session of the operator.",
    role: "viewer",
    audit: "session.end",
    proof: { refusal: "The session was not ended" },
    body: z.optional(z.object(proof)),
    answer: z.object({ ended: z.boolean() }),
  }),
  userToken: route("GET", "/token", {
    summary: "Returns a new short-lived user token of the operator, for calling the instance API.",
    role: "editor",
    answer: z.object({
      token: z.string(),
      /** ISO 8601. */
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
      code: proof.code,
      next: newPassword,
    }),
    answer: z.object({ changed: z.boolean() }),
  }),
};
