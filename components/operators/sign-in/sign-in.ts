import { signIn, type SignInResponse } from "next-auth/react";
import { askForPasskey } from "@/components/shell/form/passkey";
import { request } from "@/components/shell/queries/call";
import type { PasskeyRequest } from "@/lib/shared/contract/factors";
import { formatDuration } from "@/lib/shared/settings/kinds/duration";

/** The return value of `signInWithPassword` for the correct password of an account with a second factor. */
export const SECOND_FACTOR = "Your account has a second factor. Enter a code as well, or use a passkey.";

/**
 * The password is correct, but a new one has to be chosen. The text after the colon is the problem of the new
 * password that was sent.
 */
const NEW_PASSWORD = /^new-password:(.*)$/;

/**
 * The return value of `signInWithPassword` if a new password is needed. `refusal`: why the sent one is refused.
 */
export interface NewPasswordNeeded {
  refusal: string | undefined;
}

/** The data that a person has entered so far. `newPassword`: for an operator who has to choose a new one. */
export interface Entered {
  username: string;
  password: string;
  newPassword?: string | undefined;
}

/** Signs in without leaving the page. @returns undefined, or a sentence that explains the failure */
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

/** Signs in with a passkey, without leaving the page. @throws Error with a sentence that explains the failure */
export async function signInWithPasskey(): Promise<void> {
  const asked = await request("/api/auth/passkey", { method: "POST" });
  const answer = await askForPasskey((await asked.json()) as PasskeyRequest);
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
