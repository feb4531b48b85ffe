import { queryOptions } from "@tanstack/react-query";
import { makePasskey } from "@/components/shell/form/passkey";
import { call } from "@/components/shell/queries/call";

/** The operator's second factors: proofs of identity in addition to the password. */
export const factorsQuery = () =>
  queryOptions({
    queryKey: ["factors"],
    queryFn: ({ signal }) => call("GET /account/factors", { signal }),
  });

/** Lets the browser create a passkey, and adds it. @throws Error with a sentence for the operator */
export async function addPasskey(name: string) {
  const response = await makePasskey(await call("POST /account/passkeys/options"));
  return call("POST /account/passkeys", { body: { name, response } });
}

/** A new key for an authenticator app. */
export const totpToAdd = () => call("POST /account/totp");

/** Adds the authenticator app with its first code. @throws RequestError with a problem at `first` */
export const addTotp = (body: { setup: string; first: string }) => call("PUT /account/totp", { body });

/** @throws RequestError 409 for the last factor of an operator who must have one */
export const removeTotp = () => call("DELETE /account/totp");

/** Creates ten new recovery codes. Earlier ones become invalid. */
export const makeRecoveryCodes = () => call("POST /account/recovery-codes");

/** Sets whether every operator must have a second factor. @throws RequestError 409 for an owner without one */
export const requireFactor = (isRequired: boolean) =>
  call("PUT /operators/second-factor", { body: { isRequired } });

/** @throws RequestError 404 for a passkey that was already removed */
export const removePasskey = (id: string) => call("DELETE /account/passkeys/:id", { params: { id } });
