import { call, type Input, request } from "@/components/shell/queries/call";
import { routeQuery } from "@/components/shell/queries/pages";
import type { InvitationFacts } from "@/lib/shared/contract/operators";
import type { Role } from "@/lib/shared/role";

export const operatorsQuery = () => routeQuery(["operators"], "GET /operators");

/** @throws RequestError 409 if no owner could sign in afterwards, or if the name is taken */
export const changeOperator = ({
  id,
  ...body
}: { id: number } & (
  | { disabled: boolean }
  | { role: Role }
  | { username: string }
  | { sections: string[] | null }
)) => call("PATCH /operators/:id", { params: { id }, body });

/** @throws RequestError 409 if the operator is the last owner */
export const removeOperator = (id: number) => call("DELETE /operators/:id", { params: { id }, body: {} });

export const requirePassword = (id: number) =>
  call("POST /operators/:id/password", { params: { id }, body: {} });

export const endOperatorSessions = (id: number) =>
  call("DELETE /operators/:id/sessions", { params: { id }, body: {} });

export const invitationsQuery = () => routeQuery(["operators", "invitations"], "GET /invitations");

/** Only this response contains the link. */
export const createInvitation = (body: { role: Role; note: string; expiresInDays: number }) =>
  call("POST /invitations", { body });

export const revokeInvitation = (id: string) => call("DELETE /invitations/:id", { params: { id } });

const post = (body: unknown) =>
  request("/api/join", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });

/** @throws RequestError 403 if the link is invalid */
export const readInvitation = async (token: string): Promise<InvitationFacts> =>
  (await (await post({ token })).json()) as InvitationFacts;

/** @throws RequestError 403 if the link is invalid, 409 if the username is taken, 422 with `problems` */
export const join = async (input: { token: string; username: string; password: string }): Promise<void> => {
  await post(input);
};

export const apiTokensQuery = () => routeQuery(["api-tokens"], "GET /api-tokens");

/** Only this response contains the token. @throws RequestError with `problems` at `name` */
export const createApiToken = (body: Input<"POST /api-tokens">["body"]) => call("POST /api-tokens", { body });

export const revokeApiToken = (id: string) => call("DELETE /api-tokens/:id", { params: { id } });
