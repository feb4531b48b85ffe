import { queryOptions } from "@tanstack/react-query";
import { call } from "@/components/shell/queries/call";
import type { Role } from "@/lib/shared/role";

export const operatorsQuery = () =>
  queryOptions({
    queryKey: ["operators"],
    queryFn: ({ signal }) => call("GET /operators", { signal }),
  });

/**
 * Disables or enables an operator, or changes the operator's role or name.
 * @throws RequestError 409 if no owner could sign in afterwards, or if the name is taken
 */
export const changeOperator = ({
  id,
  ...body
}: { id: number } & ({ disabled: boolean } | { role: Role } | { username: string })) =>
  call("PATCH /operators/:id", { params: { id }, body });

/** @throws RequestError 409 if the operator is the last owner */
export const removeOperator = (id: number) => call("DELETE /operators/:id", { params: { id }, body: {} });

/** The operator must choose a new password at the next sign-in. */
export const requirePassword = (id: number) =>
  call("POST /operators/:id/password", { params: { id }, body: {} });

export const endOperatorSessions = (id: number) =>
  call("DELETE /operators/:id/sessions", { params: { id }, body: {} });
