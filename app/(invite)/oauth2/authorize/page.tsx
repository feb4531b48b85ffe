import type { Metadata } from "next";
import { InviteRefused } from "@/components/provisioning/invite/invite-refused";
import { InviteView } from "@/components/provisioning/invite/invite-view";
import { requireOperator } from "@/lib/server/operators";
import { readInvite } from "@/lib/server/panel-api";

export const metadata: Metadata = { title: "Add a bot" };

/** What an invite link opens: `?client_id=…&permissions=…`, and optionally `scope=bot` and `guild_id=…`. */
export default async function AuthorizePage({ searchParams }: PageProps<"/oauth2/authorize">) {
  const operator = await requireOperator();
  const invite = await readInvite(operator, await searchParams);
  return "reason" in invite ? (
    <InviteRefused refusal={invite} />
  ) : (
    <InviteView invite={invite} username={operator.username} />
  );
}
