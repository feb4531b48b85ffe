import * as z from "zod/mini";
import { roles } from "@/lib/shared/role";
import { proof } from "./operators";
import { lifetime } from "./lifetime";
import { route } from "./route";

const LONGEST_DAYS = 366;

/** An API token without its value. Times are in milliseconds since 1970. */
const apiToken = z.object({
  id: z.string(),
  name: z.string(),
  /** Name of the operator who owns the token. */
  operator: z.string(),
  operatorId: z.int(),
  /** The role that was chosen for the token or the operator's current role, whichever is weaker. */
  role: z.enum(roles),
  /** Whether requests with the token count as confirmed, so that they need no proof of identity. */
  confirmed: z.boolean(),
  createdAt: z.number(),
  endsAt: z.number(),
  isEnded: z.boolean(),
  /** Rounded to the minute. */
  lastUsedAt: z.nullable(z.number()),
  /** IP address of the last use. */
  lastAddress: z.nullable(z.string()),
});
export type ApiToken = z.infer<typeof apiToken>;

export const apiTokenRoutes = {
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
      expiresInDays: lifetime("token", LONGEST_DAYS),
      confirmed: z._default(z.boolean(), false),
      ...proof,
    }),
    answer: z.object({ token: z.string(), entry: apiToken }),
    status: 201,
  }),
  revokeApiToken: route("DELETE", "/api-tokens/:id", {
    summary: "Revokes an API token: one's own, or anybody's for an owner.",
    role: "viewer",
    audit: "api-token.revoke",
    answer: z.object({ revoked: z.string() }),
  }),
};
