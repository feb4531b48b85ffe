import type { Metadata } from "next";
import { InviteDone } from "@/components/provisioning/invite/invite-outcome";
import { requireSession } from "@/app/session";
import { core } from "@/lib/core";

export const metadata: Metadata = { title: "Bot added" };

/** `POST /oauth2/authorize` returns its URL as `location`. */
export default async function AuthorizedPage({ searchParams }: PageProps<"/oauth2/authorized">) {
  const session = await requireSession();
  return <InviteDone outcome={await core().panel.readInviteOutcome(session, await searchParams)} />;
}
