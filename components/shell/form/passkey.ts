import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/browser";
import type { NewPasskey, PasskeyAnswer, PasskeyRequest } from "@/lib/shared/contract/factors";

/* The library is loaded when a passkey is first used. */

const library = () => import("@simplewebauthn/browser");

/** @throws Error with a message for the operator */
export async function askForPasskey(request: PasskeyRequest): Promise<PasskeyAnswer> {
  const { startAuthentication } = await library();
  try {
    // The server created the request with the same library, so the format is correct.
    const optionsJSON = request as unknown as PublicKeyCredentialRequestOptionsJSON;
    const { id, rawId, response } = await startAuthentication({ optionsJSON });
    return { id, rawId, type: "public-key", clientExtensionResults: {}, response };
  } catch (error) {
    throw new Error(wordsOf(error), { cause: error });
  }
}

/** @throws Error with a message for the operator */
export async function makePasskey(request: { challenge: string }): Promise<NewPasskey["response"]> {
  const { startRegistration } = await library();
  try {
    const optionsJSON = request as unknown as PublicKeyCredentialCreationOptionsJSON;
    const { id, rawId, response } = await startRegistration({ optionsJSON });
    return { id, rawId, type: "public-key", clientExtensionResults: {}, response };
  } catch (error) {
    throw new Error(wordsOf(error), { cause: error });
  }
}

const nameIn = (error: unknown): string =>
  error instanceof Error ? (error.cause instanceof Error ? error.cause.name : error.name) : "";

function wordsOf(error: unknown): string {
  switch (nameIn(error)) {
    case "InvalidStateError":
      return "This device already has a passkey for your account.";
    case "SecurityError":
      return "Browsers accept passkeys only at the panel's own address (NEXTAUTH_URL). Open the panel there.";
    case "NotSupportedError":
    case "ConstraintError":
      return "This device cannot create a passkey for this panel. It needs a PIN, a fingerprint or the like, and space for the passkey.";
    case "NotAllowedError":
    case "AbortError":
      return "No passkey was used: it was canceled, or took too long. Try again.";
    default:
      return "This browser cannot use passkeys here. Use another browser, or sign in another way.";
  }
}
