import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { NamedUser } from "@/lib/shared/contract/provisioning";
import type {
  PanelUser,
  UserDetail,
  UserPage,
  UserTokenEntry,
  UserTokenPage,
} from "@/lib/shared/contract/users";
import { requestJson, sendJson } from "@/components/shell/queries/http";

const key = ["users"] as const;

/** Everything that shows users; to be asked again after a change. */
export const allUsers = { queryKey: key };

/** Pages of people, by name, whose name begins with `search`, or whose id it is. */
export const usersQuery = (search: string) =>
  infiniteQueryOptions({
    queryKey: [...key, "list", search],
    queryFn: ({ signal, pageParam }) => {
      const query = new URLSearchParams({ search, ...(pageParam !== null && { after: pageParam }) });
      return requestJson<UserPage>(`/api/panel/users?${query}`, { signal, cache: "no-store" });
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  });

export const userQuery = (id: string) =>
  queryOptions({
    queryKey: [...key, id],
    queryFn: ({ signal }) => requestJson<UserDetail>(`/api/panel/users/${id}`, { signal, cache: "no-store" }),
  });

/** Pages of a user's tokens, newest first. */
export const userTokensQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: [...key, id, "tokens"],
    queryFn: ({ signal, pageParam }) => {
      const query = new URLSearchParams(pageParam === null ? {} : { after: pageParam });
      return requestJson<UserTokenPage>(`/api/panel/users/${id}/tokens?${query}`, {
        signal,
        cache: "no-store",
      });
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  });

/** @throws RequestError with `problems` at `username` */
export const createUser = (username: string) => sendJson<NamedUser>("POST", "/api/panel/users", { username });

export const changeUser = (id: string, change: { disabled: boolean } | { rights: string }) =>
  sendJson<PanelUser>("PATCH", `/api/panel/users/${id}`, change);

/** The answer is the only one with the token. @throws RequestError with `problems` at `name` or `password` */
export const createToken = (id: string, input: { name: string; expiresInDays: number; password: string }) =>
  sendJson<{ token: string; entry: UserTokenEntry }>("POST", `/api/panel/users/${id}/tokens`, input);

export const revokeToken = (id: string, tokenId: string) =>
  requestJson<UserTokenEntry>(`/api/panel/users/${id}/tokens/${tokenId}`, { method: "DELETE" });

/** Deletes the account and bans its owner from the instance. @throws RequestError with `problems` at `password` */
export const banUser = (id: string, input: { password: string; reason: string }) =>
  sendJson<{ deleted: string }>("DELETE", `/api/panel/users/${id}`, input);
