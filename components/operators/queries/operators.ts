import { queryOptions } from "@tanstack/react-query";
import { call } from "@/components/shell/queries/call";
import type { Role } from "@/lib/shared/role";

export const operatorsQuery = () =>
  queryOptions({
    queryKey: ["operators"],
    queryFn: ({ signal }) => call("GET /operators", { signal }),
  });

/** @throws RequestError 409 when the user name is taken, 422 with `problems` */
export const createOperator = (body: { username: string; password: string; role: Role }) =>
  call("POST /operators", { body });

/** Disables or enables an operator, or changes the role. @throws RequestError 409 when no owner could sign in any more */
export const changeOperator = ({ id, ...body }: { id: number } & ({ disabled: boolean } | { role: Role })) =>
  call("PATCH /operators/:id", { params: { id }, body });

/** @throws RequestError 409 for the last owner */
export const removeOperator = (id: number) => call("DELETE /operators/:id", { params: { id }, body: {} });

/** Gives another operator a new password. @throws RequestError with a problem at `next` */
export const replacePassword = (id: number, next: string) =>
  call("POST /operators/:id/password", { params: { id }, body: { next } });
