import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { call } from "@/components/shell/queries/call";

const key = ["users"] as const;

/** Everything that shows users; to be asked again after a change. */
export const allUsers = { queryKey: key };

/** Pages of people, by name, whose name begins with `search`, or whose id it is. */
export const usersQuery = (search: string) =>
  infiniteQueryOptions({
    queryKey: [...key, "list", search],
    queryFn: ({ signal, pageParam }) =>
      call("GET /users", { query: { search, after: pageParam ?? undefined }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  });

export const userQuery = (id: string) =>
  queryOptions({
    queryKey: [...key, id],
    queryFn: ({ signal }) => call("GET /users/:id", { params: { id }, signal }),
  });

/** Pages of a user's tokens, newest first. */
export const userTokensQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: [...key, id, "tokens"],
    queryFn: ({ signal, pageParam }) =>
      call("GET /users/:id/tokens", { params: { id }, query: { after: pageParam ?? undefined }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  });

/** @throws RequestError with `problems` at `username` */
export const createUser = (username: string) => call("POST /users", { body: { username } });

export const changeUser = (id: string, change: { disabled: boolean } | { rights: string }) =>
  call("PATCH /users/:id", { params: { id }, body: change });

/** The answer is the only one with the token. @throws RequestError with `problems` at `name` */
export const createToken = (id: string, body: { name: string; expiresInDays: number }) =>
  call("POST /users/:id/tokens", { params: { id }, body });

export const revokeToken = (id: string, tokenId: string) =>
  call("DELETE /users/:id/tokens/:tokenId", { params: { id, tokenId } });

/** Deletes the account and bans its owner from the instance. */
export const banUser = (id: string, reason: string) =>
  call("DELETE /users/:id", { params: { id }, body: { reason } });
