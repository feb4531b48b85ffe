import type { Metadata } from "next";
import { PasswordForm } from "@/components/operators/account/password-form";
import { SessionsCard } from "@/components/operators/account/sessions-card";
import { PageHeader } from "@/components/ui/page-header";
import { db } from "@/lib/server/db";
import { currentSession, listSessions, requireOperator } from "@/lib/server/operators";

export const metadata: Metadata = { title: "Account" };

export default async function AccountPage() {
  const { id, username, userId } = await requireOperator();
  const session = await currentSession();
  return (
    <>
      <PageHeader
        title={username}
        description="Your password and sessions in this panel."
        mono={userId === null ? undefined : `User ${userId}`}
      />
      <div className="flex flex-col gap-6">
        <PasswordForm username={username} />
        <SessionsCard initial={await listSessions(db(), id, { current: session?.id })} />
      </div>
    </>
  );
}
