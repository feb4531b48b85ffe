import { signIn } from "next-auth/react";

/** Signs in without leaving the page. @returns undefined, or the sentence that says why not. */
export async function signInWithPassword(username: string, password: string): Promise<string | undefined> {
  const result = await signIn("credentials", { username, password, redirect: false });
  if (result?.ok) return undefined;
  const throttled = /^throttled:(\d+)$/.exec(result?.error ?? "");
  if (throttled) {
    const minutes = Math.ceil(Number(throttled[1]) / 60);
    return `Too many failed attempts. Try again in ${minutes} ${minutes === 1 ? "minute" : "minutes"}.`;
  }
  if (result?.error === "CredentialsSignin") return "User name or password is wrong.";
  return "The panel could not sign you in. Check that it is running, and try again.";
}
