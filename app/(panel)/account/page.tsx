import type { Metadata } from "next";
import { PasswordForm } from "@/components/operators/password-form";
import { SignOutEverywhere } from "@/components/operators/sign-out-everywhere";
import { PageHeader } from "@/components/ui/page-header";
import { requireOperator } from "@/lib/operators";

export const metadata: Metadata = { title: "Account" };

export default async function AccountPage() {
  const { username, userId } = await requireOperator();
  return (
    <>
      <PageHeader
        title={username}
        description="Your own account in this panel."
        mono={userId === null ? undefined : `User ${userId}`}
      />
      <div className="flex flex-col gap-6">
        <PasswordForm username={username} />
        <SignOutEverywhere />
      </div>
    </>
  );
}
