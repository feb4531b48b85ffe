import type { Metadata } from "next";
import { InviteDone } from "@/components/provisioning/invite/invite-outcome";
import { ConnectFirst, unlessToConnect } from "@/app/(invite)/connect-first";
import { requireSession } from "@/app/session";
import { core } from "@/lib/core";

export const metadata: Metadata = { title: "Bot added" };

/** `POST /oauth2/authorize` returns its URL as `location`. */
export default async function AuthorizedPage({ searchParams }: PageProps<"/oauth2/authorized">) {
  const session = await requireSession();
  const { panel } = core();
  const query = await searchParams;
  const view = await panel.sessionInstances.view(session);
  const outcome = await unlessToConnect(view, () => panel.readInviteOutcome(session, query));
  return outcome ? (
    <InviteDone outcome={outcome} />
  ) : (
    <ConnectFirst session={session} why="It shows whether the bot is in the guild." />
  );
}
