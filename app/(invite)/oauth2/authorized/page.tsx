import type { Metadata } from "next";
import { InviteDone } from "@/components/provisioning/invite/invite-done";
import { requireOperator } from "@/lib/server/operators";
import { readInviteOutcome } from "@/lib/server/panel-api";

export const metadata: Metadata = { title: "Bot added" };

/** Where an invite link ends, and what the `location` of `POST /oauth2/authorize` names. */
export default async function AuthorizedPage({ searchParams }: PageProps<"/oauth2/authorized">) {
  await requireOperator();
  return <InviteDone outcome={await readInviteOutcome(await searchParams)} />;
}
