import type { Metadata } from "next";
import { InviteRefused } from "@/components/provisioning/invite/invite-outcome";
import { InviteView, ReloadOnAccount } from "@/components/provisioning/invite/invite-view";
import { AccountGate } from "@/components/provisioning/account/account-gate";
import { InstanceProvider } from "@/components/provisioning/account/instance-provider";
import { requireSession } from "@/app/session";
import { core } from "@/lib/core";

export const metadata: Metadata = { title: "Add a bot" };

/**
 * The page that an invite link opens. The URL contains `client_id` and `permissions`, and optionally `scope=bot` and
 * `guild_id`.
 */
export default async function AuthorizePage({ searchParams }: PageProps<"/oauth2/authorize">) {
  const session = await requireSession();
  const view = await core().panel.sessionInstances.view(session);
  if (view.mode === "standalone" && view.account === null)
    return <InviteRefused refusal={{ reason: "no-user" }} />;
  const invite = await core()
    .panel.readInvite(session, view.account?.id ?? null, await searchParams)
    .catch(unlessToConnect);
  if (invite !== null && "reason" in invite) return <InviteRefused refusal={invite} />;
  return (
    <InstanceProvider key={view.account?.id} initial={view}>
      <ReloadOnAccount>
        <AccountGate why="The panel adds the bot on behalf of the account that you connect.">
          {invite === null ? null : (
            <InviteView
              invite={invite}
              username={
                view.mode === "connected" ? (view.account?.username ?? null) : session.operator.username
              }
            />
          )}
        </AccountGate>
      </ReloadOnAccount>
    </InstanceProvider>
  );
}

/** Throws any other error. */
function unlessToConnect(error: unknown): null {
  if (core().errorCode(error) === "account-required") return null;
  throw error;
}
