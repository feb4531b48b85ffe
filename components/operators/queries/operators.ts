import { queryOptions } from "@tanstack/react-query";
import { call } from "@/components/shell/queries/call";

export const operatorsQuery = () =>
  queryOptions({
    queryKey: ["operators"],
    queryFn: ({ signal }) => call("GET /operators", { signal }),
  });

/** @throws RequestError 409 when the user name is taken, 422 with `problems` */
export const createOperator = (body: { username: string; password: string }) =>
  call("POST /operators", { body });

/** Enables or disables an operator's sign-in. @throws RequestError 409 when no operator could sign in any more */
export const setOperatorDisabled = ({ id, disabled }: { id: number; disabled: boolean }) =>
  call("PATCH /operators/:id", { params: { id }, body: { disabled } });

/** Gives another operator a new password. @throws RequestError with a problem at `password` or `next` */
export const replacePassword = (id: number, body: { password: string; next: string }) =>
  call("POST /operators/:id/password", { params: { id }, body });
