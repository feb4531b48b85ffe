import * as z from "zod/mini";
import { roles } from "@/lib/shared/role";
import { proof } from "./operators";
import { lifetime } from "./lifetime";
import { route } from "./route";

const LONGEST_DAYS = 30;

/** What anybody who has the link can see. Times are in milliseconds since 1970. */
const facts = z.object({
  role: z.enum(roles),
  invitedBy: z.string(),
  endsAt: z.number(),
});
export type InvitationFacts = z.infer<typeof facts>;

const invitation = z.extend(facts, { id: z.string(), createdAt: z.number() });
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
      expiresInDays: lifetime("invitation", LONGEST_DAYS),
      ...proof,
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
