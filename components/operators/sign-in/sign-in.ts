import { signIn } from "next-auth/react";
import { formatDuration } from "@/lib/shared/settings/kinds/duration";

/** Signs in without leaving the page. @returns undefined, or a sentence that says why it failed */
export async function signInWithPassword(username: string, password: string): Promise<string | undefined> {
  const result = await signIn("credentials", { username, password, redirect: false });
  if (result?.ok) return undefined;
  const throttled = /^throttled:(\d+)$/.exec(result?.error ?? "");
  if (throttled) {
    const seconds = Number(throttled[1]);
    const wait = formatDuration(seconds < 60 ? seconds : Math.ceil(seconds / 60) * 60, "s");
    return `Too many failed attempts. Try again in ${wait}.`;
  }
  if (result?.error === "CredentialsSignin") return "Wrong username or password.";
  return "The panel could not sign you in. Check that it is running, then try again.";
}
