import * as z from "zod/mini";
import { route } from "./route";

/*
 * Second factors are proofs of identity in addition to the password. WebAuthn objects have the format in which browsers
 * send them.
 */

const passkey = z.object({
  /** The credential's id in base64url. */
  id: z.string(),
  name: z.string(),
  createdAt: z.number(),
  lastUsedAt: z.nullable(z.number()),
});
export type Passkey = z.infer<typeof passkey>;

const text = z.string().check(z.maxLength(20_000));
const credential = {
  id: z.string().check(z.minLength(1), z.maxLength(2_000), z.regex(/^[\w-]+$/)),
  rawId: text,
  type: z.literal("public-key"),
  clientExtensionResults: z.object({}),
};

export const passkeyAnswer = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: text,
    authenticatorData: text,
    signature: text,
    userHandle: z.optional(text),
  }),
});
export type PasskeyAnswer = z.infer<typeof passkeyAnswer>;

const newPasskey = z.object({
  name: z
    .string("Enter a name for the passkey.")
    .check(
      z.trim(),
      z.minLength(1, "Enter a name for the passkey."),
      z.maxLength(60, "Use at most 60 characters."),
    ),
  response: z.object({
    ...credential,
    response: z.object({
      clientDataJSON: text,
      attestationObject: text,
      transports: z.optional(z.array(z.string().check(z.maxLength(40))).check(z.maxLength(10))),
    }),
  }),
});
export type NewPasskey = z.infer<typeof newPasskey>;

const passkeyRequest = z.looseObject({ challenge: z.string(), rpId: z.optional(z.string()) });
export type PasskeyRequest = z.infer<typeof passkeyRequest>;

const totpToAdd = z.object({
  /** Base32, for typing the key into the app. */
  key: z.string(),
  address: z.string(),
  /** The URL as a QR code: an SVG path of the dark modules, within a square of this size. */
  qr: z.object({ size: z.number(), path: z.string() }),
  /** A token that the client returns with the first code. Valid for 15 minutes. */
  setup: z.string(),
});
export type TotpToAdd = z.infer<typeof totpToAdd>;

/** Ten recovery codes. Null if the operator already has codes, because codes are shown only once. */
const recoveryCodes = z.nullable(z.array(z.string()));

const factors = z.object({
  passkeys: z.array(passkey),
  /** When the authenticator app was added, in milliseconds since 1970. */
  appSince: z.nullable(z.number()),
  recoveryCodes: z.int(),
  isRequired: z.boolean(),
  whyNoPasskeys: z.nullable(z.string()),
});
export type Factors = z.infer<typeof factors>;

export const factorRoutes = {
  listFactors: route("GET", "/account/factors", {
    summary: "Lists the operator's second factors.",
    role: "viewer",
    beforeFactor: true,
    answer: factors,
  }),
  passkeyToMake: route("POST", "/account/passkeys/options", {
    summary: "Returns the options for creating a passkey, which are valid for five minutes.",
    role: "viewer",
    beforeFactor: true,
    proof: { refusal: "No passkey was added" },
    answer: z.looseObject({ challenge: z.string() }),
  }),
  addPasskey: route("POST", "/account/passkeys", {
    summary: "Adds a passkey that the browser has created. The operator's other sessions end.",
    role: "viewer",
    beforeFactor: true,
    audit: "passkey.add",
    proof: { refusal: "No passkey was added" },
    limit: 64 * 1024,
    body: newPasskey,
    answer: z.object({ passkey, recoveryCodes }),
    status: 201,
  }),
  removePasskey: route("DELETE", "/account/passkeys/:id", {
    summary: "Removes a passkey. The operator's other sessions end.",
    role: "viewer",
    audit: "passkey.remove",
    proof: { refusal: "The passkey was not removed" },
    answer: z.object({ removed: z.boolean() }),
  }),
  totpToAdd: route("POST", "/account/totp", {
    summary: "Returns a new key for an authenticator. Nothing is stored until its first code is sent.",
    role: "viewer",
    beforeFactor: true,
    proof: { refusal: "No authenticator was added" },
    answer: totpToAdd,
  }),
  addTotp: route("PUT", "/account/totp", {
    summary: "Adds an authenticator with its first code. The operator's other sessions end.",
    role: "viewer",
    beforeFactor: true,
    audit: "totp.add",
    proof: { refusal: "No authenticator was added" },
    body: z.object({
      setup: text,
      first: z.string("Enter the code that the authenticator shows."),
    }),
    answer: z.object({ recoveryCodes }),
  }),
  removeTotp: route("DELETE", "/account/totp", {
    summary: "Removes the authenticator. The operator's other sessions end.",
    role: "viewer",
    audit: "totp.remove",
    proof: { refusal: "The authenticator was not removed" },
    answer: z.object({ removed: z.boolean() }),
  }),
  makeRecoveryCodes: route("POST", "/account/recovery-codes", {
    summary: "Returns ten new recovery codes, once. Earlier ones stop working.",
    role: "viewer",
    audit: "recovery-codes.make",
    proof: { refusal: "No codes were created" },
    answer: z.object({ codes: z.array(z.string()) }),
  }),
  requireFactor: route("PUT", "/operators/second-factor", {
    summary:
      "Sets whether every operator must have a second factor. Operators without one must set one up first.",
    role: "owner",
    audit: ["factor.require", "factor.allow-none"],
    proof: { refusal: "Nothing was changed" },
    body: z.object({ isRequired: z.boolean("Send whether it is required: true or false.") }),
    answer: z.object({ isRequired: z.boolean() }),
  }),
  proveIdentity: route("POST", "/account/proof", {
    summary:
      "Confirms the operator's identity for ten minutes of this session: with a passkey, or with the password, plus a code if the account has a second factor.",
    role: "viewer",
    beforeFactor: true,
    body: z.union(
      [
        z.object({ password: z.string(), code: z.optional(z.string("Enter a code.")) }),
        z.object({ passkey: passkeyAnswer }),
      ],
      "Send your password, or the answer of a passkey.",
    ),
    answer: z.object({ proved: z.boolean() }),
  }),
  passkeyToProve: route("POST", "/account/proof/options", {
    summary:
      "Returns the options for confirming the operator's identity with a passkey, which are valid for five minutes.",
    role: "viewer",
    beforeFactor: true,
    answer: passkeyRequest,
  }),
};
