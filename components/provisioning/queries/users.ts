import { call } from "@/components/shell/queries/call";
import { pagedQuery, routeQuery } from "@/components/shell/queries/pages";

const key = ["users"] as const;

/** Invalidated after each change to a user. */
export const allUsers = { queryKey: key };

export const usersQuery = (search: string) =>
  pagedQuery([...key, "list", search], (after, signal) =>
    call("GET /users", { query: { search, after }, signal }),
  );

export const userQuery = (id: string) => routeQuery([...key, id], "GET /users/:id", { params: { id } });

export const userTokensQuery = (id: string) =>
  pagedQuery([...key, id, "tokens"], (after, signal) =>
    call("GET /users/:id/tokens", { params: { id }, query: { after }, signal }),
  );

/** @throws RequestError with `problems` at `username` */
export const createUser = (username: string) => call("POST /users", { body: { username } });

export const changeUser = (id: string, change: { disabled: boolean } | { rights: string }) =>
  call("PATCH /users/:id", { params: { id }, body: change });

/** Only this response contains the token. @throws RequestError with `problems` at `name` */
export const createToken = (id: string, body: { name: string; expiresInDays: number }) =>
  call("POST /users/:id/tokens", { params: { id }, body });

export const revokeToken = (id: string, tokenId: string) =>
  call("DELETE /users/:id/tokens/:tokenId", { params: { id, tokenId } });

export const banUser = (id: string, reason: string) =>
  call("DELETE /users/:id", { params: { id }, body: { reason } });
