import type { Metadata } from "next";
import { PasswordForm } from "@/components/operators/account/password-form";
import { CodesCard } from "@/components/operators/factors/codes-card";
import { PasskeysCard } from "@/components/operators/factors/passkeys-card";
import { SessionsCard } from "@/components/operators/account/sessions-card";
import { PageHeader } from "@/components/ui/page-header";
import { currentSession, requireOperator } from "@/app/session";
import { core } from "@/lib/core";

export const metadata: Metadata = { title: "Account" };

export default async function AccountPage() {
  const { id, username, userId, isProvided } = await requireOperator();
  const session = await currentSession();
  const factors = await core().operators.ownFactors(id);
  return (
    <>
      <PageHeader
        title={username}
        description="How you sign in to this panel, and where you are signed in."
        mono={userId === null ? undefined : `User ${userId}`}
      />
      <div className="flex flex-col gap-6">
        {isProvided ? null : <PasswordForm username={username} />}
        <PasskeysCard initial={factors} />
        {isProvided ? null : <CodesCard initial={factors} />}
        <SessionsCard initial={await core().operators.listSessions(id, { current: session?.id })} />
      </div>
    </>
  );
}
