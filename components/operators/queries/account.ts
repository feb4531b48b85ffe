import { makePasskey } from "@/components/shell/form/passkey";
import { call } from "@/components/shell/queries/call";
import { pagedQuery, routeQuery } from "@/components/shell/queries/pages";

export const sessionsQuery = () =>
  pagedQuery(["sessions"], (after, signal) => call("GET /account/sessions", { query: { after }, signal }));

/** @throws RequestError 404 if the session has already ended */
export const endSession = (id: string) => call("DELETE /account/sessions/:id", { params: { id } });

export const endSessions = () => call("DELETE /account/sessions");

/** @throws RequestError 422 with `problems` at `current` or `next` */
export const changePassword = (body: { current: string; next: string }) =>
  call("PUT /account/password", { body });

export const factorsQuery = () => routeQuery(["factors"], "GET /account/factors");

/** @throws Error with a message for the operator */
export async function addPasskey(name: string) {
  const response = await makePasskey(await call("POST /account/passkeys/options"));
  return call("POST /account/passkeys", { body: { name, response } });
}

/** The key is not stored until `addTotp` is called. */
export const totpToAdd = () => call("POST /account/totp");

/** @throws RequestError with a problem at `first` */
export const addTotp = (body: { setup: string; first: string }) => call("PUT /account/totp", { body });

/** @throws RequestError 409 if this is the last second factor of an operator who must have a second factor */
export const removeTotp = () => call("DELETE /account/totp");

/** Earlier codes become invalid. */
export const makeRecoveryCodes = () => call("POST /account/recovery-codes");

/** @throws RequestError 409 if the owner has no second factor */
export const requireFactor = (isRequired: boolean) =>
  call("PUT /operators/second-factor", { body: { isRequired } });

/** @throws RequestError 404 if the passkey has already been removed */
export const removePasskey = (id: string) => call("DELETE /account/passkeys/:id", { params: { id } });
