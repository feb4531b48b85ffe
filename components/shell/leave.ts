import { endOwnSession } from "./connection/own-session";

/** Signs out and navigates to the sign-in page. */
export async function leave(): Promise<void> {
  const { signOut } = await import("next-auth/react");
  await endOwnSession(() => signOut({ callbackUrl: "/login" }));
}
