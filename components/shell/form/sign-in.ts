import { signIn, type SignInResponse } from "next-auth/react";
import { askForPasskey } from "@/components/shell/form/passkey";
import { request } from "@/components/shell/queries/call";
import type { PasskeyRequest } from "@/lib/shared/contract/factors";
import { formatDuration } from "@/lib/shared/settings/kinds/duration";

/** `signInWithPassword` returns this message if the password is correct and the account has a second factor. */
export const SECOND_FACTOR = "Your account has a second factor. Enter a code as well, or use a passkey.";

/**
 * Matches the server's message if the password is correct but must be changed. The text after the colon says why the
 * server refused the new password, if one was sent.
 */
const NEW_PASSWORD = /^new-password:(.*)$/;

/**
 * `signInWithPassword` returns this if the operator must choose a new password. If a new password was sent, `refusal`
 * says why the server refused it.
 */
export interface NewPasswordNeeded {
  refusal: string | undefined;
}

/** What the operator has entered. `newPassword` is set if the operator must choose a new password. */
export interface Entered {
  username: string;
  password: string;
  newPassword?: string | undefined;
}

/** @returns undefined on success, otherwise why signing in failed */
export async function signInWithPassword(
  username: string,
  password: string,
  { code, newPassword }: { code?: string; newPassword?: string | undefined } = {},
): Promise<string | NewPasswordNeeded | undefined> {
  const credentials = {
    username,
    password,
    ...(code !== undefined && { code }),
    ...(newPassword !== undefined && { newPassword }),
  };
  const result = await signIn("credentials", { ...credentials, redirect: false });
  const needed = NEW_PASSWORD.exec(result?.error ?? "");
  return needed ? { refusal: needed[1] || undefined } : refusalOf(result);
}

/** @throws Error with a message for the operator */
export async function signInWithPasskey(): Promise<void> {
  const response = await request("/api/auth/passkey", { method: "POST" });
  const answer = await askForPasskey((await response.json()) as PasskeyRequest);
  const passkey = JSON.stringify(answer);
  const refusal = refusalOf(await signIn("credentials", { passkey, redirect: false }));
  if (refusal !== undefined) throw new Error(refusal === WRONG ? WRONG_PASSKEY : refusal);
}

const WRONG = "Wrong username or password.";
const WRONG_PASSKEY =
  "You cannot sign in with this passkey. It may have been removed, or your account may be disabled.";

function refusalOf(result: SignInResponse | undefined): string | undefined {
  if (result?.ok) return undefined;
  if (result?.error?.startsWith("factor:")) return SECOND_FACTOR;
  if (result?.error === "code") return "This code is wrong, or was used before.";
  const throttled = /^throttled:(\d+)$/.exec(result?.error ?? "");
  if (throttled) {
    const seconds = Number(throttled[1]);
    const wait = formatDuration(seconds < 60 ? seconds : Math.ceil(seconds / 60) * 60, "s");
    return `Too many failed attempts. Try again in ${wait}.`;
  }
  if (result?.error === "CredentialsSignin") return WRONG;
  return "The panel could not sign you in. Check that it is running, then try again.";
}
