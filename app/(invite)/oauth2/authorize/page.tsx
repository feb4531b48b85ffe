import type { Metadata } from "next";
import { InviteRefused } from "@/components/provisioning/invite/invite-outcome";
import { InviteView } from "@/components/provisioning/invite/invite-view";
import { ConnectFirst, unlessToConnect } from "@/app/(invite)/connect-first";
import { requireSession } from "@/app/session";
import { core } from "@/lib/core";

export const metadata: Metadata = { title: "Add a bot" };

/**
 * The page that an invite link opens. The URL contains `client_id` and `permissions`, and optionally `scope=bot` and
 * `guild_id`.
 */
export default async function AuthorizePage({ searchParams }: PageProps<"/oauth2/authorize">) {
  const session = await requireSession();
  const { panel } = core();
  const query = await searchParams;
  const view = await panel.sessionInstances.view(session);
  const invite = await unlessToConnect(view, () =>
    panel.readInvite(session, view.account?.id ?? null, query),
  );
  if (invite !== null && "reason" in invite) return <InviteRefused refusal={invite} />;
  return (
    <ConnectFirst session={session} why="The panel adds the bot on behalf of the account that you connect.">
      {invite && (
        <InviteView
          invite={invite}
          username={view.mode === "connected" ? (view.account?.username ?? null) : session.operator.username}
        />
      )}
    </ConnectFirst>
  );
}
