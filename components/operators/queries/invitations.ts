import { queryOptions } from "@tanstack/react-query";
import { call, request } from "@/components/shell/queries/call";
import type { InvitationFacts } from "@/lib/shared/contract/invitations";
import type { Role } from "@/lib/shared/role";

export const invitationsQuery = () =>
  queryOptions({
    queryKey: ["operators", "invitations"],
    queryFn: ({ signal }) => call("GET /invitations", { signal }),
  });

/** Only this response contains the link. */
export const createInvitation = (body: { role: Role; expiresInDays: number }) =>
  call("POST /invitations", { body });

export const revokeInvitation = (id: string) => call("DELETE /invitations/:id", { params: { id } });

const post = (body: unknown) =>
  request("/api/join", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });

/** Returns what an invitation offers. @throws RequestError 403 if the link is invalid */
export const readInvitation = async (token: string): Promise<InvitationFacts> =>
  (await (await post({ token })).json()) as InvitationFacts;

/**
 * Creates the operator, but does not sign in.
 * @throws RequestError 403 if the link is invalid, 409 if the username is taken, 422 with `problems`
 */
export const join = async (input: { token: string; username: string; password: string }): Promise<void> => {
  await post(input);
};
