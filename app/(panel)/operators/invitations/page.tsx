import type { Metadata } from "next";
import { UserPlus } from "lucide-react";
import { Invitations } from "@/components/operators/invitations/invitations";
import { OperatorTabs } from "@/components/shell/page-tabs";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { requireSession } from "@/app/session";
import { core } from "@/lib/core";

export const metadata: Metadata = { title: "Invitations" };

export default async function InvitationsPage() {
  const { role } = await requireSession();
  return (
    <>
      <PageHeader
        title="Invitations"
        description="One-time links for people to join this panel as operators."
      />
      <OperatorTabs />
      {role === "owner" ? (
        <Invitations initial={await core().operators.listInvitations()} />
      ) : (
        <EmptyState
          icon={<UserPlus />}
          title="Only owners see invitations"
          text={`Your role is ${role}. Ask an owner to invite somebody.`}
        />
      )}
    </>
  );
}
