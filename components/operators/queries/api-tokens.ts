import { queryOptions } from "@tanstack/react-query";
import { call } from "@/components/shell/queries/call";
import type { Role } from "@/lib/shared/role";

export const apiTokensQuery = () =>
  queryOptions({
    queryKey: ["api-tokens"],
    queryFn: ({ signal }) => call("GET /api-tokens", { signal }),
  });

/** Only this response contains the token. @throws RequestError with `problems` at `name` */
export const createApiToken = (body: {
  name: string;
  role: Role;
  expiresInDays: number;
  confirmed: boolean;
}) => call("POST /api-tokens", { body });

export const revokeApiToken = (id: string) => call("DELETE /api-tokens/:id", { params: { id } });
